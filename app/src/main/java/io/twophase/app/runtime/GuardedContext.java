package io.twophase.app.runtime;

import io.twophase.ports.CallerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A host's {@link CallerContext} that lets nothing through that the host throws. A task whose
 * context cannot be captured, or does not run the task, runs without a context: one caller's
 * context decides nothing about the answers of others.
 */
public final class GuardedContext implements CallerContext {

  private static final String WHO = "context of callers";

  private final CallerContext host;

  private GuardedContext(CallerContext host) {
    this.host = host;
  }

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
