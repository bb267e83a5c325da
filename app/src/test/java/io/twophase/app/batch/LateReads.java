package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Stores that are read too early. */
final class LateReads {

  private LateReads() {}

  /** A store whose first reads of a transaction are older than its document. */
  static Store of(Store store, String id, int reads) {
    AtomicInteger left = new AtomicInteger(reads);
    return proxy(
        Store.class,
        store,
        (method, answer) ->
            answer instanceof TransactionRepository sound
                ? proxy(
                    TransactionRepository.class,
                    sound,
                    (called, found) ->
                        called.equals("find") && left.getAndDecrement() > 0
                            ? without(transactionId(id), (List<?>) found)
                            : found)
                : answer);
  }

  private static List<TransactionLookup> without(TransactionId id, List<?> found) {
    List<TransactionLookup> older = new ArrayList<>();
    for (Object lookup : found) {
      boolean isIt =
          lookup instanceof TransactionLookup.Found there && there.record().id().equals(id);
      older.add(isIt ? new TransactionLookup.Absent(id) : (TransactionLookup) lookup);
    }
    return older;
  }

  private static <T> T proxy(Class<T> port, T sound, BiFunction<String, Object, Object> change) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              try {
                return change.apply(method.getName(), method.invoke(sound, arguments));
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
