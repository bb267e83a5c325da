package io.twophase.app.runtime;

import org.slf4j.LoggerFactory;

/** Calls code of the host, and lets nothing that it throws get through. */
public final class Guarded {

  private Guarded() {}

  /** Code that may throw anything. */
  @FunctionalInterface
  public interface Call {
    void run() throws Exception;
  }

  /** Runs {@code call}; what it throws is logged as a warning, with the name of who threw it. */
  public static void run(String who, Call call) {
    try {
      call.run();
    } catch (Throwable thrown) {
      log(who, thrown);
    }
  }

  private static void log(String who, Throwable thrown) {
    try {
      // made only here, so that a host that never fails sees no messages about missing loggers
      LoggerFactory.getLogger(Guarded.class)
          .warn("{} threw {}; the work goes on", who, thrown.toString(), thrown);
    } catch (Throwable noRoomToLog) {
      // with no memory or no stack left, logging may fail too
    }
  }
}
