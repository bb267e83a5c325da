package io.twophase.app.statement;

import static io.twophase.app.TwoPhase.account;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.app.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.test.contract.Race;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Some post in a period without a pause, one closes it in their midst. Each who posts goes on until
 * the answer to the closing is there, and then once more.
 */
final class PostingRace {

  private static final int POSTING = 3;
  private static final int BEFORE_CLOSING = 10;

  private final TwoPhase host;
  private final boolean checks;
  private final CountDownLatch posted = new CountDownLatch(BEFORE_CLOSING);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<TransactionId> asked = new ConcurrentLinkedQueue<>();
  private final Queue<TransactionId> applied = new ConcurrentLinkedQueue<>();
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private final Set<TransactionId> decidedWhenClosed = new HashSet<>();

  /**
   * Runs it.
   *
   * @param checks whether postings check the period; else whoever posts has only looked at it
   *     before, when it was open
   */
  PostingRace(TwoPhase host, boolean checks) {
    this.host = host;
    this.checks = checks;
    host.periods().open(PeriodsContract.NOVEMBER, "");
    Race.of(POSTING + 1, runner -> runner < POSTING ? post(runner) : close());
  }

  private boolean post(int runner) {
    for (int at = 0; closed.getCount() > 0; at++) {
      post(runner + "-" + at);
    }
    post(runner + "-last");
    return true;
  }

  private void post(String id) {
    TransferRequest request =
        new TransferRequest(transactionId(id), account("A"), account("B"), money("0.01", "USD"));
    asked.add(request.id());
    TransactionOutcome outcome =
        host.transfers().transfer(checks ? request.inPeriod(PeriodsContract.NOVEMBER) : request);
    if (outcome.isApplied()) {
      applied.add(request.id());
    } else {
      refusals.add(PeriodsContract.text(outcome));
    }
    posted.countDown();
  }

  private boolean close() {
    try {
      posted.await();
      assertThat(host.periods().close(PeriodsContract.NOVEMBER, ""))
          .isInstanceOfSatisfying(
              PeriodOutcome.Changed.class,
              now -> assertThat(now.period().state()).isEqualTo(PeriodState.CLOSED));
      host.transactions().find(List.copyOf(asked)).stream()
          .filter(PostingRace::isDecided)
          .forEach(
              lookup -> decidedWhenClosed.add(((TransactionLookup.Found) lookup).record().id()));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    } finally {
      closed.countDown();
    }
    return true;
  }

  private static boolean isDecided(TransactionLookup lookup) {
    return lookup.fold(
        found -> Set.of(State.APPLIED, State.DONE).contains(found.record().state()),
        absent -> false,
        unreadable -> false,
        removed -> false);
  }

  /** Those that were decided to happen after the answer that the period is closed. */
  List<TransactionId> decidedAfterClosing() {
    return applied.stream().filter(id -> !decidedWhenClosed.contains(id)).toList();
  }

  Queue<TransactionId> applied() {
    return applied;
  }

  Queue<String> refusals() {
    return refusals;
  }
}
