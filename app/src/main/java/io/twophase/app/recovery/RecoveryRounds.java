package io.twophase.app.recovery;

import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Recovery again and again: one pass a round. A transaction that could not be finished is left out
 * of more and more rounds, so that a failure is not retried at once; each time it is tried it is
 * reported. Not thread-safe: one caller goes round.
 */
public final class RecoveryRounds {

  /** A transaction that could not be finished is tried at least once in so many rounds. */
  private static final int LONGEST_ABSENCE = 64;

  /** Between two looks for what has expired, if the first has found none. */
  private static final Duration BETWEEN_REMOVALS = Duration.ofHours(1);

  private final Recovery recovery;
  private final RecoveryRequest request;
  private final Map<String, Failure> failures = new HashMap<>();
  private long round;
  private Optional<Duration> nextRemoval = Optional.empty();

  private record Failure(int absence, long nextRound) {}

  /** Rounds of {@code recovery}. */
  public RecoveryRounds(Recovery recovery, RecoveryRequest request) {
    this.recovery = recovery;
    this.request = request;
  }

  /**
   * One round, after which decided transactions are numbered as events; at the first, and hourly
   * from then on, what has expired is removed after it.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached; the next
   *     round tries again
   * @throws StoreException if one of the three parts failed as a whole; the others were done
   */
  public void next(Consumer<Recovered> report) {
    round++;
    Consumer<Recovered> noteAndReport =
        recovered -> {
          note(recovered);
          report.accept(recovered);
        };
    Optional<StoreException> fault =
        StoreException.faultOfAny(
            () -> recovery.pass(request, this::isDue, noteAndReport),
            recovery::numberEvents,
            () -> removeExpired(noteAndReport));
    failures.values().removeIf(failure -> failure.nextRound() + LONGEST_ABSENCE < round);
    StoreException.throwAny(fault);
  }

  /** Removes old records; if there were some, there may be more, and the next round looks again. */
  private void removeExpired(Consumer<Recovered> report) {
    Duration now = recovery.ticker().elapsed();
    if (nextRemoval.map(next -> next.compareTo(now) <= 0).orElse(true)) {
      nextRemoval = Optional.of(now.plus(BETWEEN_REMOVALS));
      Retention.Removed removed = recovery.attemptRemoval();
      removed.stays().stream()
          .filter(each -> isDue(each.id()))
          .map(each -> new Recovered.Unreadable(each.id(), each.fault()))
          .forEach(report);
      if (!removed.isNothing()) {
        nextRemoval = Optional.of(now);
      }
      StoreException.throwAny(removed.fault());
    }
  }

  private boolean isDue(String id) {
    Failure failure = failures.get(id);
    return failure == null || failure.nextRound() <= round;
  }

  private void note(Recovered recovered) {
    if (recovered.isLeftUndone()) {
      Failure before = failures.get(recovered.id());
      int absence = before == null ? 1 : Math.min(LONGEST_ABSENCE, 2 * before.absence());
      failures.put(recovered.id(), new Failure(absence, round + absence));
    } else {
      failures.remove(recovered.id());
    }
  }
}
