package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.StoreException;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In lockstep, nothing is held behind a transfer that had no certain answer. */
class LockstepTest {

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

  /** What becomes of the first row's debit, in whatever call it is. */
  enum FirstDebit {
    FAILS,
    IN_DOUBT
  }

  private static List<TransferRequest> rows() {
    return List.of(
        new TransferRequest(transactionId("r1"), accountId("A"), accountId("B"), cents(60)),
        new TransferRequest(transactionId("r2"), accountId("A"), accountId("C"), cents(50)));
  }

  private long heldOfA() {
    AccountLookup seen = store.accounts().find(List.of(accountId("A"))).get(0);
    return ((AccountLookup.Found) seen).account().holds().size();
  }

  @ParameterizedTest
  @EnumSource
  void aLaterRowIsNotHeldWhereAnEarlierOneEndsUnknownAndTheOrderIsThatOfTheFile(FirstDebit fault) {
    List<TransactionOutcome> outcomes =
        Hosts.amongOthers(new FailingHolds(store.accounts(), fault), store.transactions(), 10)
            .transfers()
            .transferAll(rows(), Order.AS_GIVEN);

    assertThat(outcomes).hasOnlyElementsOfType(TransactionOutcome.Unknown.class);
    assertThat(heldOfA()).isZero();
    List<TransactionOutcome> again =
        Hosts.alone(store.accounts(), store.transactions())
            .transfers()
            .transferAll(rows(), Order.AS_GIVEN);
    assertThat(again.get(0)).isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(again.get(1)).isInstanceOf(TransactionOutcome.Refused.class);
  }

  @Test
  void whereTheFaultPassesTheRowsComeOutInTheirOrder() {
    FailingHolds passing = new FailingHolds(store.accounts(), FirstDebit.IN_DOUBT);
    passing.left = 3;
    List<TransactionOutcome> outcomes =
        Hosts.amongOthers(passing, store.transactions(), 10)
            .transfers()
            .transferAll(rows(), Order.AS_GIVEN);

    assertThat(outcomes.get(0)).isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(outcomes.get(1)).isInstanceOf(TransactionOutcome.Refused.class);
  }

  /** Accounts that fail at the first row's debit: at first with all that is in the same call. */
  private static final class FailingHolds extends ForwardingAccounts {

    private final FirstDebit fault;
    private boolean failedOnce;
    private int left = Integer.MAX_VALUE;

    FailingHolds(AccountRepository sound, FirstDebit fault) {
      super(sound);
      this.fault = fault;
    }

    @Override
    public List<AccountHoldOutcome> hold(List<Leg> legs) {
      if (left == 0 || legs.stream().noneMatch(FailingHolds::isOfTheFirst)) {
        return super.hold(legs);
      }
      left--;
      if (fault == FirstDebit.FAILS || !failedOnce) {
        failedOnce = true;
        throw new StoreException("planted");
      }
      return Collections.nCopies(legs.size(), AccountHoldOutcome.inDoubt());
    }

    private static boolean isOfTheFirst(Leg leg) {
      return leg.transaction().equals(transactionId("r1"))
          && leg.operation().direction() == Direction.DEBIT;
    }
  }
}
