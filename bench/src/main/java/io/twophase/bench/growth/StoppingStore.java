package io.twophase.bench.growth;

import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** A store, as a process reaches it that dies before it decides: what it has held stays held. */
final class StoppingStore {

  private StoppingStore() {}

  /** Stands for the end of the process: nothing catches it but the bench. */
  static final class Stopped extends Error {

    private static final long serialVersionUID = 1L;

    Stopped() {
      super("the process ends here", null, false, false);
    }
  }

  static Store of(Store real) {
    Records records =
        instead(
            Records.class,
            real.records(),
            "move",
            () -> {
              throw new Stopped();
            });
    return instead(Store.class, real, "records", () -> records);
  }

  private static <T> T instead(Class<T> port, T real, String method, Supplier<Object> answer) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, called, arguments) -> {
              try {
                return called.getName().equals(method)
                    ? answer.get()
                    : called.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
