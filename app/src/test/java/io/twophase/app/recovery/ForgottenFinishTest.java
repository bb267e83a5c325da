package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is decided and settled is so, whether or not the store remembers that it was closed. */
class ForgottenFinishTest {

  private static final TransferRequest THIRTY =
      new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(30));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private boolean forgets = true;
  private final TwoPhase host =
      Hosts.amongOthers(Interceptor.before(Store.class, store, this::around), 10);

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  @AfterEach
  void close() {
    host.close();
  }

  /** Records are open again after they were closed, as a failover may leave them. */
  private Object around(String method, List<Object> asked, Interceptor.Call call) {
    return forgets
            && method.equals("move")
            && asked.get(0) instanceof List<?> moves
            && moves.stream().allMatch(one -> ((Transition) one).isClosing())
        ? Collections.nCopies(moves.size(), MatchOutcome.MATCHED)
        : call.make();
  }

  @Test
  void aTransferIsAnsweredAskedAgainAndRecoveredAsIfItWereClosed() {
    TransactionOutcome first = host.transfers().transfer(THIRTY);

    assertThat(first).isInstanceOf(TransactionOutcome.Applied.class);
    assertThat(state("t")).isEqualTo(State.APPLIED);
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(orphans()).isEmpty();
    assertThat(host.transfers().transfer(THIRTY)).isInstanceOf(TransactionOutcome.Applied.class);

    forgets = false;
    assertThat(recover()).containsExactly(new Recovered.Done("t", State.APPLIED));
    assertThat(state("t")).isEqualTo(State.DONE);
    assertThat(balance("A")).isEqualTo(70);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void aRefusalIsAnsweredAskedAgainAndRecoveredAsIfItWereClosed() {
    TransferRequest tooMuch =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), cents(101));
    TransactionOutcome first = host.transfers().transfer(tooMuch);

    assertThat(first).isInstanceOf(TransactionOutcome.Refused.class);
    assertThat(state("t")).isEqualTo(State.CANCELING);
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(host.transfers().transfer(tooMuch)).isInstanceOf(TransactionOutcome.Refused.class);

    forgets = false;
    assertThat(recover()).singleElement().isInstanceOf(Recovered.Canceled.class);
    assertThat(state("t")).isEqualTo(State.CANCELED);
    assertThat(balance("A")).isEqualTo(100);
  }

  @Test
  void whatWasDoneIsReversedOnceAlthoughItReadsAsApplied() {
    host.transfers().transfer(THIRTY);

    assertThat(host.compensation().reverse(transactionId("t"), "sent twice"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal"), false));
    assertThat(host.compensation().reverse(transactionId("t"), "sent twice"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal"), true));
    assertThat(balance("A")).isEqualTo(100);
    assertThat(state("t")).isEqualTo(State.APPLIED);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void aReversalThatWasRefusedIsTriedAnewAlthoughItReadsAsCanceling() {
    host.transfers().transfer(THIRTY);
    host.transfers().transfer(accountId("B"), accountId("A"), cents(30));
    assertThat(host.compensation().reverse(transactionId("t"), "too late"))
        .isInstanceOf(ReverseOutcome.Refused.class);
    host.transfers().transfer(accountId("A"), accountId("B"), cents(30));

    assertThat(host.compensation().reverse(transactionId("t"), "in time"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal:2"), false));
    assertThat(balance("A")).isEqualTo(100);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private List<Recovered> recover() {
    List<Recovered> recovered = new ArrayList<>();
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered::add);
    return recovered;
  }

  private List<Orphan> orphans() {
    List<Orphan> orphans = new ArrayList<>();
    host.scrub().run(orphans::add, left -> {});
    return orphans;
  }

  private State state(String id) {
    return store
        .records()
        .findMembers(List.of(new TransactionId(id)))
        .get(0)
        .transaction()
        .get()
        .state();
  }

  private long balance(String id) {
    return Hosts.balances(store).get(accountId(id)).longValueExact();
  }
}
