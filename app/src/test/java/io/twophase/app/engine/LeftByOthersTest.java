package io.twophase.app.engine;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Fixtures.application;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a dead process has left is taken over at once by whoever asks for the same id. */
class LeftByOthersTest {

  private final FaultyStore store = Books.faulty(100, 0);

  @AutoClose
  private final TwoPhase host =
      TwoPhase.over(store).settings(TwoPhaseSettings.of(application("test"))).build();

  @Test
  void aRecordNamesTheProcessThatOwnsItWhoseDocumentIsThere() {
    host.transfers().transfer(request("t", 30));

    OwnerId owner = Books.record(store, "t").owner().orElseThrow();
    assertThat(store.owners().find(List.of(owner)).get(0)).isInstanceOf(OwnerLookup.Found.class);
    host.close();
    assertThat(store.owners().find(List.of(owner)).get(0)).isInstanceOf(OwnerLookup.Absent.class);
  }

  private static final DocumentRef X = document("orders", "x");
  private static final TransactionRequest NEXT = transaction("next").change(X, inc("n", 1));

  @Test
  void whatTheWayOfADeadTransactionIsBlockedByIsBroughtToItsEndToo() {
    try (TwoPhase one = behindTwoDead(store)) {
      one.run(NEXT).orElseThrow();
    }

    assertThat(List.of(Books.record(store, "far"), Books.record(store, "near")))
        .extracting(Transaction::state)
        .containsOnly(State.DONE);
  }

  @Test
  void aFaultBehindADeadTransactionIsNotThatOfWhoWaitsForIt() {
    Store without =
        Books.breaking(
            store,
            "find",
            asked -> asked.toString().contains("far"),
            () -> new StoreException("the record of far is out of reach"));

    try (TwoPhase one = behindTwoDead(without)) {
      assertThat(one.run(NEXT)).isInstanceOf(TransactionOutcome.Refused.class);
    }
  }

  /** A dead transaction holds x and waits for y, which another dead one holds. */
  private TwoPhase behindTwoDead(Store seen) {
    DocumentRef y = document("orders", "y");
    ChangeDocument ofX = change(X, inc("n", 1));
    ChangeDocument ofY = change(y, inc("n", 1));
    EngineSettings settings =
        EngineSettings.of(application("test"))
            .withStuckAfter(Duration.ZERO)
            .withPatience(Duration.ofMillis(500));
    TwoPhase one = TwoPhase.over(seen).settings(new TwoPhaseSettings(settings, 50)).build();
    one.run(transaction("open").insert(X, Map.of("n", 0)).insert(y, Map.of("n", 0))).orElseThrow();
    DocumentWrites writes = new DocumentWrites(store);
    writes.begin("far", ofY);
    writes.hold("far", 1, ofY);
    writes.begin("near", ofX, ofY);
    writes.hold("near", 1, ofX);
    return one;
  }
}
