package io.twophase.adapter.mongo.driver;

import io.twophase.ports.StoreUnavailableException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The knowledge of a command that was sent: what the server answered, or nothing for certain, and
 * then the command may have taken effect, or may yet.
 *
 * @param value what the server has answered; none if it is not known whether the command took
 *     effect
 */
public record Reply<T>(Optional<T> value) {

  /** A value that is known for certain. */
  public static <T> Reply<T> certain(T value) {
    return new Reply<>(Optional.of(value));
  }

  /** Nothing that is known for certain. */
  public static <T> Reply<T> inDoubt() {
    return new Reply<>(Optional.empty());
  }

  /**
   * Sends a write that follows a first command of the same call, to resolve what came of that. The
   * call has sent something by then, so a store that cannot be reached leaves the call in doubt,
   * where it would have failed the first command.
   */
  public static <T> Reply<T> ofFollowUp(Supplier<Reply<T>> write) {
    try {
      return write.get();
    } catch (StoreUnavailableException unreachable) {
      return inDoubt();
    }
  }

  /** Returns the same of a read, which is certain unless the store cannot be reached. */
  public static <T> Reply<T> ofFollowUpRead(Supplier<T> read) {
    return ofFollowUp(() -> certain(read.get()));
  }

  /** The result of the one function or the other. */
  public <R> R fold(Supplier<? extends R> inDoubt, Function<? super T, ? extends R> certain) {
    return value.<R>map(certain).orElseGet(inDoubt);
  }

  /** Returns whether nothing is known for certain. */
  public boolean isInDoubt() {
    return value.isEmpty();
  }

  /** Returns the same of what {@code function} makes of the value. */
  public <R> Reply<R> map(Function<T, R> function) {
    return new Reply<>(value.map(function));
  }

  /** Returns what {@code function} answers to the value; in doubt if this is. */
  public <R> Reply<R> flatMap(Function<T, Reply<R>> function) {
    return fold(Reply::inDoubt, function);
  }

  /** The value, or {@code otherwise} if nothing is known for certain. */
  public T getOrElse(T otherwise) {
    return value.orElse(otherwise);
  }

  @Override
  public String toString() {
    return value.map(String::valueOf).orElse("in doubt");
  }
}
