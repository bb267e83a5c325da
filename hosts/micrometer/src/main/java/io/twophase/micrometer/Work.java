package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.domain.TransactionId;
import io.twophase.micrometer.TwoPhaseObservation.BatchContext;
import io.twophase.micrometer.TwoPhaseObservation.StepContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The observations under which threads work: a transaction's own, a batch's, and their steps. Each
 * is the current one of its thread until it ends, before the one that was begun before it.
 */
final class Work {

  private static final BatchConvention BATCH = new BatchConvention.Standard();
  private static final StepConvention STEP = new StepConvention.Standard();

  private final ObservationRegistry registry;
  private final OpenTransactions transactions;
  private final ThreadLocal<Deque<Opened>> open = ThreadLocal.withInitial(ArrayDeque::new);

  Work(ObservationRegistry registry, OpenTransactions transactions) {
    this.registry = registry;
    this.transactions = transactions;
  }

  /** An observation, and its scope once that is open. */
  private static final class Opened {

    private final Observation observation;
    private final boolean isStartedHere;
    private Observation.@Nullable Scope scope;

    Opened(Observation observation, boolean isStartedHere) {
      this.observation = observation;
      this.isStartedHere = isStartedHere;
    }

    void close(@Nullable Throwable failure) {
      if (scope != null) {
        scope.close();
      }
      if (isStartedHere) {
        if (failure != null) {
          observation.error(failure);
        }
        observation.stop();
      }
    }
  }

  /** This thread works on transactions until the next end. */
  void begun(List<TransactionId> ids) {
    List<Observation> those = ids.stream().flatMap(id -> transactions.atWork(id).stream()).toList();
    boolean isOfOne = those.size() == 1;
    open(new Opened(isOfOne ? those.get(0) : batch(those), !isOfOne));
  }

  private Observation batch(List<Observation> those) {
    BatchContext context = new BatchContext(those);
    Observation batch = TwoPhaseObservation.BATCH.observation(null, BATCH, () -> context, registry);
    // not what happens to be current on the thread that does the work of many
    context.setParentObservation(commonParent(those).orElse(null));
    return batch;
  }

  /** Returns whose child all of them are; none where they differ. */
  private static Optional<ObservationView> commonParent(List<Observation> those) {
    List<Optional<ObservationView>> parents =
        those.stream()
            .map(one -> Optional.ofNullable(one.getContextView().getParentObservation()))
            .distinct()
            .toList();
    return parents.size() == 1 ? parents.get(0) : Optional.empty();
  }

  /** This thread asks the store for a step until the next end. */
  void stepBegun(ProtocolStep step, int count) {
    open(
        new Opened(
            TwoPhaseObservation.STEP.observation(
                null, STEP, () -> new StepContext(step, count), registry),
            true));
  }

  private void open(Opened opened) {
    // first, so that the end finds it although a handler of the host throws
    open.get().push(opened);
    if (opened.isStartedHere) {
      opened.observation.start();
    }
    opened.scope = opened.observation.openScope();
  }

  /** Ends the work that this thread has begun last. */
  void ended(@Nullable Throwable failure) {
    Deque<Opened> all = open.get();
    Opened last = all.poll();
    if (all.isEmpty()) {
      open.remove();
    }
    if (last != null) {
      last.close(failure);
    }
  }
}
