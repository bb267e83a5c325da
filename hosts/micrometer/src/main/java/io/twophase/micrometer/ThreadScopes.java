package io.twophase.micrometer;

import io.micrometer.observation.Observation;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The scopes that are open on a thread, of work and of steps in it: each ends before the one that
 * was opened before it.
 */
final class ThreadScopes {

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
