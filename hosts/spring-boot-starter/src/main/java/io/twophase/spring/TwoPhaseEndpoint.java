package io.twophase.spring;

import io.twophase.Counters;
import io.twophase.TwoPhase;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.spring.RecoveryLifecycle.RecoveryStatus;
import io.twophase.spring.TwoPhaseEndpoint.StuckTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The actuator's endpoint {@code twophase}: what this process has done, and what is stuck. */
@Endpoint(id = "twophase")
public final class TwoPhaseEndpoint {

  /** The number that is shown of each kind; the command line shows the rest. */
  private static final int MOST_SHOWN = 100;

  private final TwoPhase twophase;
  private final Store store;
  private final Optional<RecoveryLifecycle> recovery;
  private final TwoPhaseProperties.Health limits;

  /**
   * The answer of the endpoint.
   *
   * @param counters what this process has done since it started
   * @param recovery how recovery in this process is getting on; null if it has none
   * @param fault why the store could not be read; null if it could
   * @param stuck what is unfinished in the store, whoever left it, the oldest first; 100
   *     transactions and 100 batches at most; null if the store could not be read
   * @param overdue the authorizations that have expired and that nobody has voided yet, by their
   *     ids; 100 at most; null if the store could not be read
   */
  public record Report(
      Counters counters,
      @Nullable RecoveryStatus recovery,
      @Nullable String fault,
      @Nullable List<StuckTransaction> stuck,
      @Nullable List<String> overdue) {}

  /**
   * The endpoint of one store.
   *
   * @param limits how long a transaction must not have changed to be shown, unless it is said, and
   *     how long the store may take
   */
  public TwoPhaseEndpoint(
      TwoPhase twophase,
      Store store,
      Optional<RecoveryLifecycle> recovery,
      TwoPhaseProperties.Health limits) {
    this.twophase = twophase;
    this.store = store;
    this.recovery = recovery;
    this.limits = limits;
  }

  /**
   * Reads all of it.
   *
   * @param olderThan what is unfinished is shown if it has not changed for so long
   */
  @ReadOperation
  public Report report(@Nullable Duration olderThan) {
    Duration unchangedFor = olderThan != null ? olderThan : limits.stuckAfter();
    if (unchangedFor.isNegative()) {
      throw new InvalidEndpointRequestException(
          "olderThan " + unchangedFor, "olderThan is below zero");
    }
    try {
      return store.callLimit().within(limits.timeout(), () -> read(unchangedFor));
    } catch (StoreException fault) {
      return report(String.valueOf(fault.getMessage()), null, null);
    }
  }

  private Report read(Duration unchangedFor) {
    List<String> overdue =
        twophase.authorizations().overdue(MOST_SHOWN).stream()
            .map(
                lookup ->
                    lookup.<String>fold(
                        found -> found.record().id().value(),
                        absent -> absent.id().value(),
                        bad -> bad.id(),
                        removed -> removed.receipt().id().value()))
            .toList();
    return report(null, StuckTransaction.read(store, unchangedFor, MOST_SHOWN), overdue);
  }

  private Report report(
      @Nullable String fault,
      @Nullable List<StuckTransaction> stuck,
      @Nullable List<String> overdue) {
    return new Report(
        twophase.counters(),
        recovery.map(RecoveryLifecycle::status).orElse(null),
        fault,
        stuck,
        overdue);
  }

  /**
   * A transaction, or a batch of them, that nobody has brought to its end for a while. An
   * authorized transaction waits for its capture, and is not stuck; the transfers of a batch are
   * not listed by themselves.
   *
   * @param id its id; a batch's begins with {@code batch:}
   * @param state the state that it is stuck in; null if its record cannot be read
   * @param application the application that worked on it last; null if none is named
   * @param unchangedFor how long it has not changed, by the store's clock; null if its record
   *     cannot be read
   * @param fault why its record cannot be read; null if it can
   */
  public record StuckTransaction(
      String id,
      @Nullable String state,
      @Nullable String application,
      @Nullable Duration unchangedFor,
      @Nullable String fault) {

    /**
     * At most so many of a store that nothing has changed for a while, the oldest first.
     *
     * @throws StoreException if the store does not answer
     */
    static List<StuckTransaction> read(Store store, Duration unchangedFor, int limit) {
      return store.records().list(RecordQuery.unfinished(unchangedFor, limit)).stream()
          .map(StuckTransaction::of)
          .toList();
    }

    private static StuckTransaction of(Lookup seen) {
      return seen.record()
          .map(
              record ->
                  new StuckTransaction(
                      record.id().value(),
                      record.state().name().toLowerCase(Locale.ROOT),
                      record.owner().map(one -> one.application().value()).orElse(null),
                      seen.unmodifiedFor(),
                      null))
          .orElseGet(
              () ->
                  new StuckTransaction(
                      seen.id(), null, null, null, seen.fault().orElse("it is gone")));
    }
  }
}
