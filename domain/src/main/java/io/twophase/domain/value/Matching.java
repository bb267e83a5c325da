package io.twophase.domain.value;

import io.vavr.control.Option;
import java.math.BigDecimal;
import java.util.List;

/** When MongoDB takes two values for equal, and which of two it takes for the smaller one. */
final class Matching {

  private Matching() {}

  static boolean areEqual(Value one, Value other) {
    if (isNumber(one) && isNumber(other)) {
      return compareNumbers(one, other) == 0;
    }
    if (one instanceof Value.Embedded a && other instanceof Value.Embedded b) {
      return areEqual(a.fields(), b.fields());
    }
    if (one instanceof Value.Array a && other instanceof Value.Array b) {
      return areEqual(a.values(), b.values());
    }
    return one.equals(other);
  }

  private static boolean areEqual(Fields one, Fields other) {
    boolean equal = one.all().size() == other.all().size();
    for (int at = 0; equal && at < one.all().size(); at++) {
      Field a = one.all().get(at);
      Field b = other.all().get(at);
      equal = a.name().equals(b.name()) && areEqual(a.value(), b.value());
    }
    return equal;
  }

  private static boolean areEqual(List<Value> one, List<Value> other) {
    boolean equal = one.size() == other.size();
    for (int at = 0; equal && at < one.size(); at++) {
      equal = areEqual(one.get(at), other.get(at));
    }
    return equal;
  }

  /**
   * How a number or a date compares with another of its kind; nothing if they are not of one kind,
   * or one is not a number (NaN): MongoDB's {@code $gte} and {@code $lte} match neither then.
   */
  static Option<Integer> compare(Value one, Value other) {
    if (one instanceof Value.Date a && other instanceof Value.Date b) {
      return Option.some(Long.compare(a.millis(), b.millis()));
    }
    if (isNumber(one) && isNumber(other) && !isNaN(one) && !isNaN(other)) {
      return Option.some(compareNumbers(one, other));
    }
    return Option.none();
  }

  static boolean isNumber(Value value) {
    return switch (value.type()) {
      case "int", "long", "double" -> true;
      default -> value instanceof Value.Decimal;
    };
  }

  private static boolean isNaN(Value value) {
    return value instanceof Value.Float64 number && Double.isNaN(number.value());
  }

  private static int compareNumbers(Value one, Value other) {
    Option<BigDecimal> a = exact(one);
    Option<BigDecimal> b = exact(other);
    return a.isDefined() && b.isDefined()
        ? a.get().compareTo(b.get())
        : Double.compare(approximate(one), approximate(other));
  }

  /** The number itself, if it is finite. */
  private static Option<BigDecimal> exact(Value number) {
    if (number instanceof Value.Int32 whole) {
      return Option.some(BigDecimal.valueOf(whole.value()));
    }
    if (number instanceof Value.Int64 whole) {
      return Option.some(BigDecimal.valueOf(whole.value()));
    }
    if (number instanceof Value.Decimal decimal) {
      return Option.some(decimal.value());
    }
    double value = approximate(number);
    return Option.when(Double.isFinite(value), () -> new BigDecimal(value));
  }

  /** Near enough to be told from what is not finite. */
  private static double approximate(Value number) {
    return number instanceof Value.Float64 binary
        ? binary.value()
        : exact(number).map(BigDecimal::signum).getOrElse(0);
  }
}
