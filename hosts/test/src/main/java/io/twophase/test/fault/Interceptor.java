package io.twophase.test.fault;

import io.twophase.ports.CallLimit;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Comes between callers and the ports of a store, to count their calls or to let them fail, for
 * each port in the same way.
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

  /**
   * A call on the port that is behind.
   *
   * @param port that is called
   * @param method of the port
   * @param asked its arguments
   */
  record Call(Object port, Method method, List<Object> asked) {

    /** Makes it; another time, it is made again. */
    public Object make() {
      try {
        return method.invoke(port, asked.toArray());
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

    /** This call with other arguments. */
    public Call with(List<Object> others) {
      return new Call(port, method, others);
    }
  }

  /** The port with this interceptor before it, and before each port that it hands out. */
  static <T> T before(Class<T> port, T behind, Interceptor interceptor) {
    Map<Method, Object> handedOut = new ConcurrentHashMap<>();
    return proxy(
        port,
        (proxy, method, arguments) -> {
          Call call = new Call(behind, method, arguments == null ? List.of() : List.of(arguments));
          if (method.getDeclaringClass() == Object.class) {
            return call.make();
          }
          return call.asked().isEmpty() && isPort(method.getReturnType())
              ? handedOut.computeIfAbsent(
                  method, part -> part(part.getReturnType(), call.make(), interceptor))
              : interceptor.around(method.getName(), call.asked(), call);
        });
  }

  private static <T> T part(Class<T> port, Object behind, Interceptor interceptor) {
    return before(port, port.cast(behind), interceptor);
  }

  private static boolean isPort(Class<?> type) {
    return type.isInterface()
        && type != CallLimit.class
        && type.getPackageName().equals(Store.class.getPackageName());
  }

  /** The store with a port of its own replaced by what {@code by} makes of that port. */
  static <T> Store replacing(Store store, Class<T> port, UnaryOperator<T> by) {
    Map<Method, T> replaced = new ConcurrentHashMap<>();
    return proxy(
        Store.class,
        (proxy, method, arguments) -> {
          Call call = new Call(store, method, arguments == null ? List.of() : List.of(arguments));
          return method.getReturnType() == port
              ? replaced.computeIfAbsent(method, part -> by.apply(port.cast(call.make())))
              : call.make();
        });
  }

  /** The store, some of whose methods of a port are those of another object, made of the port. */
  static <T> Store overriding(Store store, Class<T> port, Function<T, Object> others) {
    return replacing(store, port, behind -> overriding(port, behind, others.apply(behind)));
  }

  /**
   * The port, some of whose methods are those of another object: of the same names and parameters.
   *
   * @param others whose public methods are called in place of the port's
   */
  static <T> T overriding(Class<T> port, T behind, Object others) {
    Map<Method, Method> overridden = new HashMap<>();
    for (Method method : others.getClass().getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        overridden.put(methodOf(port, method), method);
        method.setAccessible(true);
      }
    }
    return proxy(
        port,
        (proxy, method, arguments) -> {
          List<Object> asked = arguments == null ? List.of() : List.of(arguments);
          Method other = overridden.get(method);
          return (other == null ? new Call(behind, method, asked) : new Call(others, other, asked))
              .make();
        });
  }

  private static Method methodOf(Class<?> port, Method other) {
    try {
      return port.getMethod(other.getName(), other.getParameterTypes());
    } catch (NoSuchMethodException unknown) {
      throw new IllegalArgumentException(port + " has no such method", unknown);
    }
  }

  private static <T> T proxy(Class<T> port, InvocationHandler handler) {
    return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
  }
}
