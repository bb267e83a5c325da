package io.twophase.test.fault;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;

/**
 * Comes between callers and a port, to count its calls or to let them fail, for each port in the
 * same way.
 */
@FunctionalInterface
public interface Interceptor {

  /**
   * Makes the call, or not, and says what it comes to.
   *
   * @param method the name of the port's method
   * @param asked its arguments
   * @param call makes the call, and throws what the port throws
   */
  Object around(String method, List<Object> asked, Call call);

  /** A call on the port that is behind. */
  @FunctionalInterface
  interface Call {

    /** Makes it; another time, it is made again. */
    Object make();
  }

  /** The port with this interceptor before it. */
  static <T> T before(Class<T> port, T behind, Interceptor interceptor) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class
                    ? call(behind, method, arguments)
                    : interceptor.around(
                        method.getName(),
                        arguments == null ? List.of() : List.of(arguments),
                        () -> call(behind, method, arguments))));
  }

  private static Object call(Object behind, Method method, Object[] arguments) {
    try {
      return method.invoke(behind, arguments);
    } catch (InvocationTargetException thrown) {
      Throwable cause = Objects.requireNonNull(thrown.getCause());
      if (cause instanceof RuntimeException fault) {
        throw fault;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(method + " of a port throws a checked exception", cause);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(method + " of a port is not public", closed);
    }
  }
}
