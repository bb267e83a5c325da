package io.twophase.domain.account;

import static io.twophase.domain.account.Period.document;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.PeriodName;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeriodTest {

  private static final PeriodName NOVEMBER = new PeriodName("2026-11");
  private static final NewTransaction TRANSFER = transfer("t", "A", "B", cents(1));

  @Test
  void aPostingChecksItsPeriod() {
    List<Operation> operations = TRANSFER.inPeriod(NOVEMBER).get().operations();

    assertThat(operations).hasSize(3).startsWith(TRANSFER.operations().toArray(Operation[]::new));
    assertThat(Period.checkedBy(operations)).containsExactly(NOVEMBER);
    assertThat(Period.checkedBy(TRANSFER.operations())).isEmpty();
    assertThat(Period.checkedBy(List.of(check(document(NOVEMBER), is("year", 2026))))).isEmpty();
    assertThat(Period.checkedBy(List.of(check(order(1), is("open", true))))).isEmpty();
    assertThat(TRANSFER.inPeriod(NOVEMBER).flatMap(body -> body.inPeriod(NOVEMBER)).getLeft())
        .isInstanceOf(TransactionRefusal.SameDocument.class);
  }
}
