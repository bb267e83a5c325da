package io.twophase.spring;

import io.twophase.TwoPhaseListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several listeners as one: each is notified, whatever the others throw. */
final class EveryListener {

  private EveryListener() {}

  /** Notifies all of them, in their order; the first fault is thrown when all have been. */
  static TwoPhaseListener of(List<TwoPhaseListener> all) {
    return all.size() == 1
        ? all.get(0)
        : (TwoPhaseListener)
            Proxy.newProxyInstance(
                TwoPhaseListener.class.getClassLoader(),
                new Class<?>[] {TwoPhaseListener.class},
                (self, method, arguments) ->
                    method.getDeclaringClass() == Object.class
                        ? method.invoke(all, arguments)
                        : notifyAll(all, listener -> method.invoke(listener, arguments)));
  }

  private interface Notification {
    void to(TwoPhaseListener listener) throws ReflectiveOperationException;
  }

  private static @Nullable Object notifyAll(List<TwoPhaseListener> all, Notification notification)
      throws Throwable {
    Throwable first = null;
    for (TwoPhaseListener listener : all) {
      try {
        notification.to(listener);
      } catch (InvocationTargetException thrown) {
        first = first == null ? thrown.getCause() : first;
      }
    }
    if (first != null) {
      throw first;
    }
    return null;
  }
}
