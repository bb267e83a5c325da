package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.domain.TransactionId;
import io.twophase.micrometer.TwoPhaseObservation.BatchContext;
import io.twophase.micrometer.TwoPhaseObservation.StepContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The observations under which threads work: a transaction's own, a batch's, and their steps. */
final class Work {

  private static final BatchConvention BATCH = new BatchConvention.Standard();
  private static final StepConvention STEP = new StepConvention.Standard();

  private final ObservationRegistry registry;
  private final OpenTransactions transactions;
  private final ThreadScopes scopes = new ThreadScopes();

  Work(ObservationRegistry registry, OpenTransactions transactions) {
    this.registry = registry;
    this.transactions = transactions;
  }

  /** This thread works on transactions until the next end. */
  void begun(List<TransactionId> ids) {
    List<Observation> those = new ArrayList<>(ids.size());
    ids.forEach(id -> transactions.atWork(id).ifPresent(those::add));
    if (those.size() == 1) {
      scopes.open(those.get(0));
    } else {
      scopes.start(batch(those));
    }
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
    List<@Nullable ObservationView> parents = new ArrayList<>(1);
    for (Observation one : those) {
      ObservationView parent = one.getContextView().getParentObservation();
      if (!parents.contains(parent)) {
        parents.add(parent);
      }
    }
    return parents.size() == 1 ? Optional.ofNullable(parents.get(0)) : Optional.empty();
  }

  /** This thread asks the store for a step until the next end. */
  void stepBegun(ProtocolStep step, int count) {
    scopes.start(
        TwoPhaseObservation.STEP.observation(
            null, STEP, () -> new StepContext(step, count), registry));
  }

  /** Ends the work that this thread has begun last. */
  void ended(@Nullable Throwable failure) {
    scopes.end(failure);
  }

  /**
   * The scopes that are open on a thread, of work and of steps in it: each ends before the one that
   * was opened before it.
   */
  static final class ThreadScopes {

    /** A scope, and what is to be stopped with it. */
    private static final class Opened {

      private final @Nullable Observation toStop;
      private Observation.@Nullable Scope scope;

      Opened(@Nullable Observation toStop) {
        this.toStop = toStop;
      }

      void close(@Nullable Throwable failure) {
        if (scope != null) {
          scope.close();
        }
        if (toStop != null) {
          if (failure != null) {
            toStop.error(failure);
          }
          toStop.stop();
        }
      }
    }

    private final ThreadLocal<Deque<Opened>> scopes = ThreadLocal.withInitial(ArrayDeque::new);

    /** Starts an observation and makes it the current one of this thread, until the next end. */
    void start(Observation observation) {
      Opened opened = new Opened(observation);
      // first, so that the end finds it although a handler of the host throws
      scopes.get().push(opened);
      observation.start();
      opened.scope = observation.openScope();
    }

    /** Makes a started observation the current one of this thread, until the next end. */
    void open(Observation observation) {
      Opened opened = new Opened(null);
      scopes.get().push(opened);
      opened.scope = observation.openScope();
    }

    /** Ends what was opened last, and stops it if it was started here. */
    void end(@Nullable Throwable failure) {
      Deque<Opened> open = scopes.get();
      Opened last = open.poll();
      if (open.isEmpty()) {
        scopes.remove();
      }
      if (last != null) {
        last.close(failure);
      }
    }
  }
}
