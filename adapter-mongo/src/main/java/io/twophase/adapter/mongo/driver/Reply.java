package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreUnavailableException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What is known of a command that was sent: what the server answered, or nothing for certain, and
 * then the command may have taken effect, or may yet.
 */
public sealed interface Reply<T> {

  /** The server has answered. */
  record Certain<T>(T value) implements Reply<T> {

    @Override
    public <R> R fold(Supplier<? extends R> inDoubt, Function<? super T, ? extends R> certain) {
      return certain.apply(value);
    }

    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** Whether the command took effect is not known. */
  record InDoubt<T>() implements Reply<T> {

    @Override
    public <R> R fold(Supplier<? extends R> inDoubt, Function<? super T, ? extends R> certain) {
      return inDoubt.get();
    }

    @Override
    public String toString() {
      return "in doubt";
    }
  }

  /** A value that is known for certain. */
  static <T> Reply<T> certain(T value) {
    return new Certain<>(value);
  }

  /** Nothing that is known for certain. */
  static <T> Reply<T> inDoubt() {
    return new InDoubt<>();
  }

  /**
   * Sends a write that follows a first command of the same call, to resolve what came of that. The
   * call has sent something by then, so a store that cannot be reached leaves the call in doubt,
   * where it would have failed the first command.
   */
  static <T> Reply<T> ofFollowUp(Supplier<Reply<T>> write) {
    try {
      return write.get();
    } catch (StoreUnavailableException unreachable) {
      return inDoubt();
    }
  }

  /** The same of a read, which is certain unless the store cannot be reached. */
  static <T> Reply<T> ofFollowUpRead(Supplier<T> read) {
    return ofFollowUp(() -> certain(read.get()));
  }

  /** The result of the one function or the other. */
  <R> R fold(Supplier<? extends R> inDoubt, Function<? super T, ? extends R> certain);

  /** Whether nothing is known for certain. */
  default boolean isInDoubt() {
    return fold(() -> true, value -> false);
  }

  /** The same of what {@code function} makes of the value. */
  default <R> Reply<R> map(Function<T, R> function) {
    return flatMap(value -> certain(function.apply(value)));
  }

  /** What {@code function} answers to the value; in doubt if this is. */
  default <R> Reply<R> flatMap(Function<T, Reply<R>> function) {
    return fold(Reply::inDoubt, function);
  }

  /** The value, or {@code otherwise} if nothing is known for certain. */
  default T getOrElse(T otherwise) {
    return fold(() -> otherwise, value -> value);
  }
}
