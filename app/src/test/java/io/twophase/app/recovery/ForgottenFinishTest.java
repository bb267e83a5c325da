package io.twophase.app.recovery;

import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.test.fault.Interceptor;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is decided and settled is so, whether or not the store remembers that it was closed. */
class ForgottenFinishTest {

  private static final TransferRequest THIRTY = Books.request("t", 30);

  private final InMemoryStore store = Books.inMemory(100, 0);
  private boolean forgets = true;

  @AutoClose
  private final TwoPhase host = Hosts.amongOthers(Books.at(store, "move", this::moved), 10);

  /** Records are open again after they were closed, as a failover may leave them. */
  private Object moved(Interceptor.Call call) {
    List<?> moves = (List<?>) call.asked().get(0);
    return forgets && moves.stream().allMatch(one -> ((Transition) one).isClosing())
        ? Collections.nCopies(moves.size(), MatchOutcome.MATCHED)
        : call.make();
  }

  @Test
  void aTransferIsAnsweredAskedAgainAndRecoveredAsIfItWereClosed() {
    TransactionOutcome first = host.transfers().transfer(THIRTY);

    assertThat(word(first)).isEqualTo("applied");
    assertThat(Books.record(store, "t").state()).isEqualTo(State.APPLIED);
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(Books.scrub(host)).isEmpty();
    assertThat(word(host.transfers().transfer(THIRTY))).isEqualTo("applied");

    forgets = false;
    assertThat(Books.recover(host)).containsExactly(new Recovered.Done("t", State.APPLIED));
    assertThat(Books.record(store, "t").state()).isEqualTo(State.DONE);
    assertThat(Books.balance(store, "A")).isEqualTo(70);
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void whatWasDoneIsReversedOnceAlthoughItReadsAsApplied() {
    host.transfers().transfer(THIRTY);

    assertThat(host.compensation().reverse(transactionId("t"), "sent twice"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal"), false));
    assertThat(host.compensation().reverse(transactionId("t"), "sent twice"))
        .isEqualTo(new ReverseOutcome.Reversed(transactionId("t:reversal"), true));
    assertThat(Books.balance(store, "A")).isEqualTo(100);
    assertThat(Books.record(store, "t").state()).isEqualTo(State.APPLIED);
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
    assertThat(Books.balance(store, "A")).isEqualTo(100);
    assertThat(host.audit().run().findings()).isEmpty();
  }
}
