package io.twophase.ports;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Folds;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewRecordTest {

  private static final NewTransaction BODY = transfer("t", "A", "B", usd("1"));

  @Test
  void eachIsFoldedByItsOwnFunction() {
    Folds.assertEachReachesItsOwn(
        NewRecord.class,
        List.of(
            new NewRecord.Submitted(BODY),
            new NewRecord.Begun(BODY, APP, token("mine")),
            new NewRecord.Tombstone(BODY.id())),
        record ->
            record.<Class<?>>fold(
                submitted -> NewRecord.Submitted.class,
                begun -> NewRecord.Begun.class,
                tombstone -> NewRecord.Tombstone.class));
  }

  @Test
  void aSubmittedRecordIsNobodys() {
    NewRecord record = new NewRecord.Submitted(BODY);

    assertThat(record.id()).isEqualTo(BODY.id());
    assertThat(record.stored(NOW)).isEqualTo(Transaction.submitted(BODY, NOW));
  }

  @Test
  void aBegunRecordIsItsFirstOwners() {
    NewRecord record = new NewRecord.Begun(BODY, APP, token("mine"));

    assertThat(record.id()).isEqualTo(BODY.id());
    assertThat(record.stored(NOW)).isEqualTo(Transaction.begun(BODY, APP, token("mine"), NOW));
  }
}
