package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.TransactionId;
import io.twophase.micrometer.TwoPhaseObservation.TransactionContext;
import io.twophase.micrometer.TwoPhaseObservation.TransactionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The observations of the transactions that have been asked for and have not ended. One id may be
 * asked for by several callers at a time; they are worked on one after the other. Thread-safe.
 */
final class OpenTransactions {

  private static final TransactionConvention STANDARD = new TransactionConvention.Standard();

  private final ObservationRegistry registry;
  private final ConcurrentHashMap<TransactionId, List<Open>> open = new ConcurrentHashMap<>();

  OpenTransactions(ObservationRegistry registry) {
    this.registry = registry;
  }

  private record Open(Observation observation, TransactionContext context, boolean begun) {

    Open atWork() {
      return new Open(observation, context, true);
    }
  }

  /** Its parent is the observation that is current on this thread. */
  void asked(TransactionId id) {
    add(started(id));
  }

  private Open started(TransactionId id) {
    TransactionContext context = new TransactionContext(id);
    Observation observation =
        TwoPhaseObservation.TRANSACTION.observation(null, STANDARD, () -> context, registry);
    return new Open(observation.start(), context, false);
  }

  private void add(Open one) {
    open.compute(
        one.context().id(),
        (id, others) -> {
          List<Open> all = others == null ? new ArrayList<>(1) : new ArrayList<>(others);
          all.add(one);
          return all;
        });
  }

  void begun(TransactionId id) {
    Open one = taken(id, false).orElseGet(() -> started(id)).atWork();
    add(one);
    one.observation().event(TransactionEvent.BEGUN);
  }

  /** The one of {@code id} that is worked on. */
  Optional<Observation> atWork(TransactionId id) {
    return Optional.ofNullable(open.get(id))
        .flatMap(all -> all.stream().filter(Open::begun).findFirst())
        .map(Open::observation);
  }

  void happened(TransactionEvent event, TransactionId id) {
    atWork(id).ifPresent(observation -> observation.event(event));
  }

  /**
   * Notes that a transaction has ended. One that is handed back was not begun, as a rule; one with
   * another outcome was.
   */
  void ended(TransactionOutcome outcome) {
    TransactionId id = outcome.id();
    boolean begun =
        outcome.fold(applied -> true, refused -> true, unknown -> true, notAsked -> false);
    Open one = taken(id, begun).or(() -> taken(id, !begun)).orElseGet(() -> started(id));
    one.context().ended(outcome);
    one.observation().stop();
  }

  void failed(TransactionId id, Throwable fault) {
    Open one = taken(id, true).or(() -> taken(id, false)).orElseGet(() -> started(id));
    one.observation().error(fault);
    one.observation().stop();
  }

  /** Takes out the first of {@code id} that is begun, or is not. */
  private Optional<Open> taken(TransactionId id, boolean begun) {
    List<Open> found = new ArrayList<>(1);
    open.computeIfPresent(
        id,
        (same, all) -> {
          all.stream().filter(one -> one.begun() == begun).findFirst().ifPresent(found::add);
          List<Open> rest = new ArrayList<>(all);
          rest.removeAll(found);
          return rest.isEmpty() ? null : rest;
        });
    return found.isEmpty() ? Optional.empty() : Optional.of(found.get(0));
  }
}
