package io.twophase.adapter.inmemory;

import io.vavr.control.Either;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;

/** One stored document: an immutable value, replaced by compare-and-set. */
final class Stored<T> {

  private static final VarHandle VALUE = valueHandle();

  private volatile T value;

  Stored(T value) {
    this.value = value;
  }

  private static VarHandle valueHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(Stored.class, "value", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  T value() {
    return value;
  }

  /** Replaces the value, if it is still {@code before}; answers whether it did. */
  boolean replace(T before, T after) {
    return VALUE.compareAndSet(this, before, after);
  }

  /**
   * Replaces the value by what {@code rule} makes of it, in one step that nothing comes between;
   * leaves it where the rule refuses. The rule may be asked more than once.
   */
  <R> Either<R, T> change(Function<T, Either<R, T>> rule) {
    while (true) {
      T before = value;
      Either<R, T> after = rule.apply(before);
      if (after.isLeft() || replace(before, after.get())) {
        return after;
      }
    }
  }
}
