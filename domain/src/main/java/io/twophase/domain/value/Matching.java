package io.twophase.domain.value;

import io.vavr.control.Option;

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
    return one.isNumber() && other.isNumber()
        ? compareNumbers(one.canonical(), other.canonical())
        : Option.none();
  }

  private static Option<Integer> compareNumbers(Value one, Value other) {
    if (one instanceof Value.Decimal a && other instanceof Value.Decimal b) {
      return Option.some(a.value().compareTo(b.value()));
    }
    double a = againstInfinity(one);
    double b = againstInfinity(other);
    return Option.when(!Double.isNaN(a) && !Double.isNaN(b), () -> Double.compare(a, b));
  }

  /** What is not finite is itself; zero stands for each finite number. */
  private static double againstInfinity(Value canonical) {
    return canonical instanceof Value.Float64 number ? number.value() : 0;
  }
}
