package io.twophase.domain.value;

import java.math.BigDecimal;
import java.util.Optional;

/** Numbers by what they are, whatever their types. */
final class Numbers {

  private Numbers() {}

  /** The exact number, if it is one that is finite. */
  static Optional<BigDecimal> finite(Value value) {
    Value canonical = value.isNumber() ? value.canonical() : value;
    if (canonical instanceof Value.Decimal decimal) {
      return Optional.of(decimal.value());
    }
    return canonical instanceof Value.Float64 binary && Double.isFinite(binary.value())
        ? Optional.of(new BigDecimal(binary.value()))
        : Optional.empty();
  }

  /**
   * The one that stands for all decimal numbers of this value: without zeros at its end, but for
   * those that a decimal128 of that size needs.
   */
  static Value.Decimal canonical(BigDecimal value) {
    BigDecimal shortest = value.stripTrailingZeros();
    boolean isBeyond = -(long) shortest.scale() > Storable.GREATEST_EXPONENT;
    return new Value.Decimal(isBeyond ? shortest.setScale(-Storable.GREATEST_EXPONENT) : shortest);
  }

  /**
   * Returns the same for a binary number that is finite. One of more digits than a decimal128 has
   * is equal to no decimal number and to no whole one, and stands for itself.
   */
  static Value canonical(double value) {
    BigDecimal exact = new BigDecimal(value).stripTrailingZeros();
    return Storable.isDecimal128(exact) ? canonical(exact) : new Value.Float64(value);
  }

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
    double a = infinite(one);
    double b = infinite(other);
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Optional.empty();
    }
    return Optional.of(
        a == 0 && b == 0
            ? finite(one).orElseThrow().compareTo(finite(other).orElseThrow())
            : Double.compare(a, b));
  }

  /** Returns a number that is not finite as it is; zero stands for each finite number. */
  private static double infinite(Value number) {
    return number.canonical() instanceof Value.Float64 binary && !Double.isFinite(binary.value())
        ? binary.value()
        : 0;
  }
}
