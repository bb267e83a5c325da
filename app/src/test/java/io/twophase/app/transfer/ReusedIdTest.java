package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.HoldRefusal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A transfer left a hold; its record was finished, and has expired; its id is used again, for
 * another amount.
 */
class ReusedIdTest {

  private static final TransactionId ID = transactionId("rent.csv:2");
  private static final Debit ONE_DOLLAR = debit("A", usd("1.00"));

  private final InMemoryStore store = Books.inMemory(100_000, 0);
  private final TwoPhase host = Hosts.alone(store);

  @BeforeEach
  void leaveAnOrphan() {
    Claim orphan =
        new Claim.OfRange(
            new Target.OfAccount(accountId("A")),
            new Scale.Money(Fixtures.USD),
            Range.whole(100, 0),
            false);
    assertThat(store.holds().place(List.of(new Placing(RecordId.of(ID), Epoch.FIRST, orphan))))
        .extracting(Answer::kind)
        .containsExactly(Answer.Kind.HELD);
  }

  private TransactionOutcome rent(TransactionId id) {
    return host.transfers()
        .transfer(new TransferRequest(id, accountId("A"), accountId("B"), usd("500.00")));
  }

  @Test
  void theTransferIsRefusedByNameAndTheOrphanIsReleasedByProof() {
    assertThat(rent(ID))
        .isInstanceOfSatisfying(
            TransactionOutcome.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .isEqualTo(new HoldRefusal.ForeignHold(ID, Epoch.FIRST, ONE_DOLLAR)));
    assertHave(100_000, 0);

    assertThat(Books.scrub(host)).hasSize(1);
    assertThat(rent(transactionId("rent.csv:2 again")))
        .isInstanceOf(TransactionOutcome.Applied.class);
    assertHave(50_000, 50_000);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void anOrphanOfTheSameAmountIsAsGoodAsAHoldOfItsOwn() {
    host.transfers().transfer(new TransferRequest(ID, accountId("A"), accountId("B"), usd("1.00")));

    assertHave(99_900, 100);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private void assertHave(long a, long b) {
    assertThat(Books.balances(store)).containsExactly(a, b);
  }
}
