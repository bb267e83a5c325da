package io.twophase.app.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.slf4j.LoggerFactory;

/** Calls code of the host, and lets nothing that it throws get through. */
public final class Guarded {

  private Guarded() {}

  /** Code that may throw anything. */
  @FunctionalInterface
  public interface Call {
    void run() throws Throwable;
  }

  /** Runs {@code call}; what it throws is logged as a warning, with the name of who threw it. */
  public static void run(String who, Call call) {
    try {
      call.run();
    } catch (Throwable thrown) {
      log(who, thrown);
    }
  }

  /**
   * A listener of which each notification reaches {@code first}, and then the host's, whatever that
   * throws.
   */
  public static <T> T telling(Class<T> type, T first, String who, T host) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, told) -> {
              Object answer = method.invoke(first, told);
              run(who, () -> tell(host, method, told));
              return answer;
            }));
  }

  private static void tell(Object host, Method method, Object[] told) throws Throwable {
    try {
      method.invoke(host, told);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
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
