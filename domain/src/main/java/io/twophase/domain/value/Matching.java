package io.twophase.domain.value;

import java.math.BigDecimal;
import java.util.Optional;

/** The order that MongoDB gives to two values. */
final class Matching {

  private Matching() {}

  /**
   * Returns how a number or a date compares with another of its kind; nothing if they are not of
   * one kind, or one is not a number (NaN): MongoDB's {@code $gte} and {@code $lte} match neither
   * then.
   */
  static Optional<Integer> compare(Value one, Value other) {
    if (one instanceof Value.Date a && other instanceof Value.Date b) {
      return Optional.of(Long.compare(a.millis(), b.millis()));
    }
    return one.isNumber() && other.isNumber() ? compareNumbers(one, other) : Optional.empty();
  }

  private static Optional<Integer> compareNumbers(Value one, Value other) {
    Optional<BigDecimal> a = Numbers.finite(one);
    Optional<BigDecimal> b = Numbers.finite(other);
    return a.isPresent() && b.isPresent()
        ? Optional.of(a.orElseThrow().compareTo(b.orElseThrow()))
        : compareInfinite(infinite(one), infinite(other));
  }

  private static Optional<Integer> compareInfinite(double one, double other) {
    return !Double.isNaN(one) && !Double.isNaN(other)
        ? Optional.of(Double.compare(one, other))
        : Optional.empty();
  }

  /** Returns a number that is not finite as it is; zero stands for each finite number. */
  private static double infinite(Value number) {
    return number.canonical() instanceof Value.Float64 binary && !Double.isFinite(binary.value())
        ? binary.value()
        : 0;
  }
}
