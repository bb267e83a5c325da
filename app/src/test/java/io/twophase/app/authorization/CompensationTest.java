package io.twophase.app.authorization;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompensationTest {

  private static final TransactionId ID = transactionId("t");
  private static final NewTransaction BODY = transfer("t", "A", "B", cents(30));

  private final InMemoryStore store = Books.inMemory(100, 0);
  private final TwoPhase host = Hosts.amongOthers(store, 10);

  @Test
  void aMemberOfABatchIsCanceledWithAsMuchOfALongReasonAsTheBatchKeeps() {
    NewRecord batch =
        NewRecord.several(
            new RecordId("batch:b"),
            List.of(BODY, transfer("u", "A", "B", cents(1))),
            false,
            new Owner(Fixtures.APP, Fixtures.token("alive")));
    store.records().insert(List.of(batch));
    String reason = "no longer wanted, ".repeat(100);

    CancelOutcome first = host.compensation().cancel(ID, reason);

    assertThat(host.compensation().cancel(ID, reason)).isEqualTo(first);
  }
}
