package io.twophase.app.statement;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.OneBank;
import io.twophase.domain.TransactionId;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.testing.Copies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatementAuditorTest extends OneBank {

  @Test
  void findsEachPlantedFault() {
    transfer("t0", "t1");
    Map<TransactionId, Long> happened =
        Map.of(transactionId("t0"), -100L, transactionId("t1"), -100L);
    Statement sound = ((StatementAnswer.Found) host.statements().of(accountId("A"))).statement();
    Statement.Line first = sound.lines().get(0);
    Statement.Line last = sound.lines().get(1);

    assertThat(StatementAuditor.faults(sound, happened)).isEmpty();
    assertThat(List.of(List.of(first), List.of(last, first), List.of(first, first, last)))
        .extracting(lines -> StatementAuditor.faults(Copies.with(sound, "lines", lines), happened))
        .noneMatch(List::isEmpty);
    assertThat(StatementAuditor.faults(sound, Map.of(transactionId("t0"), -100L)))
        .as("a line of what did not happen")
        .isNotEmpty();
  }
}
