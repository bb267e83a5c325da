package io.twophase.domain.value;

import io.vavr.control.Option;
import java.math.BigDecimal;

/** Which of two values MongoDB takes for the smaller one. */
final class Matching {

  private Matching() {}

  /**
   * How a number or a date compares with another of its kind; nothing if they are not of one kind,
   * or one is not a number (NaN): MongoDB's {@code $gte} and {@code $lte} match neither then.
   */
  static Option<Integer> compare(Value one, Value other) {
    if (one instanceof Value.Date a && other instanceof Value.Date b) {
      return Option.some(Long.compare(a.millis(), b.millis()));
    }
    return one.isNumber() && other.isNumber() ? compareNumbers(one, other) : Option.none();
  }

  private static Option<Integer> compareNumbers(Value one, Value other) {
    Option<BigDecimal> a = Numbers.finite(one);
    Option<BigDecimal> b = Numbers.finite(other);
    return a.isDefined() && b.isDefined()
        ? Option.some(a.get().compareTo(b.get()))
        : compareInfinite(infinite(one), infinite(other));
  }

  private static Option<Integer> compareInfinite(double one, double other) {
    return Option.when(
        !Double.isNaN(one) && !Double.isNaN(other), () -> Double.compare(one, other));
  }

  /** What is not finite is itself; zero stands for each finite number. */
  private static double infinite(Value number) {
    return number.canonical() instanceof Value.Float64 binary && !Double.isFinite(binary.value())
        ? binary.value()
        : 0;
  }
}
