package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Target;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingHolds;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In file order, nothing is held behind a transfer that had no certain answer. */
class BehindUnknownTest {

  private static final Target DEBITED = new Target.OfAccount(accountId("A"));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(cents(100)),
                account("B").opening(cents(0)),
                account("C").opening(cents(0))));
  }

  /** What becomes of the account that all rows debit, in whatever call it is. */
  enum Debit {
    FAILS,
    IN_DOUBT
  }

  private static List<TransferRequest> rows() {
    return List.of(
        new TransferRequest(transactionId("r1"), accountId("A"), accountId("B"), cents(60)),
        new TransferRequest(transactionId("r2"), accountId("A"), accountId("C"), cents(50)));
  }

  private Store failing(Debit debit, int times) {
    return Interceptor.replacing(
        store, Holds.class, sound -> new FailingHolds(sound, debit, times));
  }

  private static List<TransactionOutcome> imported(Store seen) {
    return Hosts.amongOthers(seen, 10).transfers().transferAll(rows(), Order.AS_GIVEN);
  }

  @ParameterizedTest
  @EnumSource
  void aLaterRowIsNotHeldWhereAnEarlierOneEndsUnknown(Debit fault) {
    assertThat(imported(failing(fault, Integer.MAX_VALUE)))
        .hasOnlyElementsOfType(TransactionOutcome.Unknown.class);
    assertThat(new DocumentWrites(store).read(accountId("A")).holds()).isEmpty();
    List<TransactionOutcome> again =
        Hosts.alone(store).transfers().transferAll(rows(), Order.AS_GIVEN);
    assertThat(again.get(0)).isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(again.get(1)).isInstanceOf(TransactionOutcome.Refused.class);
  }

  @Test
  void whereTheFaultPassesTheRowsComeOutInTheirOrder() {
    List<TransactionOutcome> outcomes = imported(failing(Debit.IN_DOUBT, 3));

    assertThat(outcomes.get(0)).isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(outcomes.get(1)).isInstanceOf(TransactionOutcome.Refused.class);
  }

  /** Fails at the debited account: at first with all that is in the same call. */
  private static final class FailingHolds extends ForwardingHolds {

    private final Debit fault;
    private boolean failedOnce;
    private int left;

    FailingHolds(Holds sound, Debit fault, int times) {
      super(sound);
      this.fault = fault;
      this.left = times;
    }

    @Override
    public List<Answer> place(List<Placing> asked) {
      if (left == 0 || asked.stream().noneMatch(one -> one.claim().target().equals(DEBITED))) {
        return super.place(asked);
      }
      left--;
      if (fault == Debit.FAILS || !failedOnce) {
        failedOnce = true;
        throw new StoreException("planted");
      }
      return Collections.nCopies(asked.size(), Answer.inDoubt());
    }
  }
}
