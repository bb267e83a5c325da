package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * What follows a first command to find out what came of it. The call has sent something by then, so
 * a store that is gone is no longer an exception but an answer: nothing, and so in doubt.
 */
public final class Resolving {

  private Resolving() {}

  public static <T> Option<T> read(Supplier<T> read) {
    return write(() -> Option.some(read.get()));
  }

  public static <T> Option<T> write(Supplier<Option<T>> write) {
    try {
      return write.get();
    } catch (StoreUnavailableException gone) {
      return Option.none();
    }
  }
}
