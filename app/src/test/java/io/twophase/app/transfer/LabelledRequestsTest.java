package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A reference and metadata are kept, found by, and no part of the request. */
class LabelledRequestsTest {

  private static final Labels INVOICE = Labels.NONE.referenced("invoice 7").with("shop", "Bern");
  private static final Labels OTHER = Labels.NONE.referenced("invoice 8");

  private final InMemoryStore store = Books.inMemory(100_00, 0);
  @AutoClose private final TwoPhase twophase = TwoPhase.over(store).build();

  private static TransferRequest transfer(String id) {
    return Books.request(id, 1_00);
  }

  private static TransactionRequest transaction(String id) {
    return TransactionRequest.of(transactionId(id))
        .debit(accountId("A"), usd("2"))
        .credit(accountId("B"), usd("2"));
  }

  private List<String> found(Optional<State> state, Labels wanted) {
    return twophase
        .transactions()
        .latest(RecordQuery.latest(state, Optional.empty(), wanted, 10))
        .stream()
        .map(lookup -> ((TransactionLookup.Found) lookup).record().id().value())
        .sorted()
        .toList();
  }

  @Test
  void areFoundByTheirLabelsInEveryState() {
    twophase
        .transfers()
        .transferAll(
            List.of(
                transfer("t1").labelled(INVOICE), transfer("t2").labelled(OTHER), transfer("t4")),
            Order.ANY);
    twophase.run(transaction("t3").labelled(INVOICE));
    twophase
        .authorizations()
        .authorize(transfer("t5").labelled(INVOICE), new AuthorizationTerms(Duration.ofDays(1)));

    assertThat(found(Optional.empty(), INVOICE)).containsExactly("t1", "t3", "t5");
    assertThat(found(Optional.of(State.DONE), INVOICE)).containsExactly("t1", "t3");
    assertThat(found(Optional.of(State.AUTHORIZED), INVOICE)).containsExactly("t5");
    assertThat(found(Optional.empty(), Labels.NONE.with("shop", "Basel"))).isEmpty();
    assertThat(found(Optional.of(State.DONE), OTHER)).containsExactly("t2");
  }

  /** Every 4-byte character counts for the six bytes that its two halves may take. */
  @Test
  void aNoteIsNoLargerThanARecordHasRoomFor() {
    int fitting = (int) NewTransaction.MAX_BYTES / 6;
    assertThat(transaction("t1").noted("😀".repeat(fitting)).transaction().getLeft().kind())
        .isEqualTo("RecordTooLarge");
    assertThat(transaction("t1").noted("😀".repeat(fitting - 200)).transaction().isRight())
        .isTrue();
  }
}
