package io.twophase.domain;

import io.vavr.control.Either;
import java.util.Optional;
import java.util.function.Supplier;

/** Leads from vavr's {@code Either} to {@code Optional}, and back. */
public final class Eithers {

  private Eithers() {}

  /** Returns the right value; empty if the value is left. */
  public static <R> Optional<R> right(Either<?, R> either) {
    return either.fold(left -> Optional.empty(), Optional::of);
  }

  /** Returns the value as right; the left of {@code absent} if there is no value. */
  public static <L, R> Either<L, R> of(Optional<R> value, Supplier<? extends L> absent) {
    return value.isPresent() ? Either.right(value.orElseThrow()) : Either.left(absent.get());
  }
}
