package io.twophase.app.retention;

import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;

/** A store at one of whose calls on records something else happens first. */
final class Interrupted {

  private final Store sound;
  private final Runnable meanwhile;
  private int left;

  /**
   * Over a sound one.
   *
   * @param at before which call on records, counted from 0
   */
  Interrupted(Store sound, int at, Runnable meanwhile) {
    this.sound = sound;
    this.left = at;
    this.meanwhile = meanwhile;
  }

  /** Whether there were as many calls. */
  boolean hasHappened() {
    return left < 0;
  }

  Store store() {
    TransactionRepository transactions = counted(TransactionRepository.class, sound.transactions());
    Option<Batches> batches =
        sound
            .batches()
            .map(
                there ->
                    new Batches(there.ranges(), counted(BatchRepository.class, there.records())));
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "transactions" -> transactions;
                  case "batches" -> batches;
                  default -> method.invoke(sound, arguments);
                });
  }

  private <T> T counted(Class<T> port, T real) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              if (left-- == 0) {
                meanwhile.run();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw Objects.requireNonNull(thrown.getCause());
              }
            }));
  }
}
