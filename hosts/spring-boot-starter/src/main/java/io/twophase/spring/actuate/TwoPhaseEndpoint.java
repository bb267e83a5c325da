package io.twophase.spring.actuate;

import io.twophase.app.Counters;
import io.twophase.app.TwoPhase;
import io.twophase.ports.Store;
import io.twophase.spring.recovery.RecoveryLifecycle;
import io.twophase.spring.recovery.RecoveryStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The actuator's endpoint {@code twophase}: what this process has done, and what is stuck. */
@Endpoint(id = "twophase")
public final class TwoPhaseEndpoint {

  /** Of each kind; what is more than that somebody has to look at by the command line. */
  private static final int MOST_SHOWN = 100;

  private final TwoPhase twophase;
  private final StuckTransactions transactions;
  private final Optional<RecoveryLifecycle> recovery;
  private final Duration stuckAfter;

  /**
   * What is shown.
   *
   * @param counters what this process has done since it started
   * @param recovery how recovery in this process is getting on; null if it has none
   * @param stuck what is unfinished in the store, whoever left it, the oldest first; 100
   *     transactions and 100 batches at most
   * @param overdue the authorizations that have expired and that nobody has voided yet, by their
   *     ids; 100 at most
   */
  public record Report(
      Counters counters,
      @Nullable RecoveryStatus recovery,
      List<StuckTransaction> stuck,
      List<String> overdue) {}

  /**
   * Of one store.
   *
   * @param stuckAfter how long a transaction must not have changed to be shown, unless it is said
   */
  public TwoPhaseEndpoint(
      TwoPhase twophase, Store store, Optional<RecoveryLifecycle> recovery, Duration stuckAfter) {
    this.twophase = twophase;
    this.transactions = new StuckTransactions(store);
    this.recovery = recovery;
    this.stuckAfter = stuckAfter;
  }

  /**
   * Reads all of it.
   *
   * @param olderThan what is unfinished is shown if it has not changed for so long
   */
  @ReadOperation
  public Report report(@Nullable Duration olderThan) {
    return new Report(
        twophase.counters(),
        recovery.map(RecoveryLifecycle::status).orElse(null),
        transactions.read(olderThan != null ? olderThan : stuckAfter, MOST_SHOWN),
        twophase.authorizations().overdue(MOST_SHOWN).stream()
            .map(
                lookup ->
                    lookup.<String>fold(
                        found -> found.record().id().value(),
                        absent -> absent.id().value(),
                        bad -> bad.id(),
                        removed -> removed.receipt().id().value()))
            .toList());
  }
}
