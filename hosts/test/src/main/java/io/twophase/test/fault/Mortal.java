package io.twophase.test.fault;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * A port of which every call throws {@link ProcessDied} once its process has died, and which shows
 * as unreadable whatever the test has planned so.
 */
final class Mortal {

  private Mortal() {}

  static <T> T port(Class<T> type, T alive, Faults faults, Unreadables unreadables) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              faults.requireAlive();
              try {
                return unreadables.call(method, alive, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
              }
            }));
  }
}
