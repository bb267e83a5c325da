package io.twophase;

import io.twophase.app.transfer.queue.Deadlines;
import io.twophase.ports.CallerContext;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/** Calls code of the host, and lets nothing that it throws get through. */
final class Guarded {

  private Guarded() {}

  /** Code that may throw anything. */
  @FunctionalInterface
  interface Call {
    void run() throws Throwable;
  }

  /** Runs {@code call}; what it throws is logged as a warning, with the name of who threw it. */
  static void run(String who, Call call) {
    try {
      call.run();
    } catch (Throwable thrown) {
      try {
        // made only here, so that a host that never fails sees no messages about missing loggers
        LoggerFactory.getLogger(Guarded.class)
            .warn("{} threw {}; the work goes on", who, thrown.toString(), thrown);
      } catch (Throwable noRoomToLog) {
        // with no memory or no stack left, logging may fail too
      }
    }
  }

  /**
   * A listener of which each notification reaches {@code first}, and then each of the host's,
   * whatever these throw.
   */
  static TwoPhaseListener telling(TwoPhaseListener first, List<TwoPhaseListener> hosts) {
    return (TwoPhaseListener)
        Proxy.newProxyInstance(
            TwoPhaseListener.class.getClassLoader(),
            new Class<?>[] {TwoPhaseListener.class},
            (self, method, told) -> {
              Object answer = Deadlines.invoke(first, method, told);
              hosts.forEach(
                  host -> run("listener of transfers", () -> Deadlines.invoke(host, method, told)));
              return answer;
            });
  }

  /**
   * A host's {@link CallerContext} that lets nothing through that the host throws. A task whose
   * context cannot be captured, or does not run the task, runs without a context: one caller's
   * context decides nothing about the answers of others.
   */
  record GuardedContext(CallerContext host) implements CallerContext {

    private static final String WHO = "context of callers";

    /** The guarded form of {@code host}; one that carries nothing throws nothing. */
    public static CallerContext of(CallerContext host) {
      return host == CallerContext.NONE ? host : new GuardedContext(host);
    }

    @Override
    public Captured capture() {
      List<Captured> captured = new ArrayList<>(1);
      Guarded.run(WHO, () -> captured.add(Objects.requireNonNull(host.capture(), "captured")));
      Captured there = captured.isEmpty() ? Captured.NONE : captured.get(0);
      return there == Captured.NONE ? there : task -> () -> run(there, task);
    }

    private static void run(Captured captured, Runnable task) {
      AtomicBoolean hasRun = new AtomicBoolean();
      Runnable once =
          () -> {
            if (hasRun.compareAndSet(false, true)) {
              Guarded.run("work in the context of a caller", task::run);
            }
          };
      Guarded.run(WHO, () -> captured.wrap(once).run());
      once.run();
    }
  }
}
