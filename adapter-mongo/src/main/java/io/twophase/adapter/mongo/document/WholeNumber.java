package io.twophase.adapter.mongo.document;

import io.vavr.control.Option;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Whole numbers of whatever type, as shells, drivers and the tutorial write them. */
public final class WholeNumber {

  /** Beyond it a double does not tell neighbouring whole numbers apart: 2 to the power of 53. */
  public static final long LARGEST_EXACT_DOUBLE = 1L << 53;

  private WholeNumber() {}

  /**
   * The value as an int64, if that is exactly what it is: not a fraction, nor NaN or an infinity,
   * nor too large for an int64, nor a double that may stand for its neighbours.
   */
  public static Option<Long> of(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> Option.some((long) value.asInt32().getValue());
      case INT64 -> Option.some(value.asInt64().getValue());
      case DOUBLE -> ofDouble(value.asDouble().getValue());
      case DECIMAL128 -> ofDecimal(value.asDecimal128().getValue());
      default -> Option.none();
    };
  }

  private static Option<Long> ofDouble(double number) {
    boolean exact = number == Math.rint(number) && Math.abs(number) <= LARGEST_EXACT_DOUBLE;
    return Option.when(exact, (long) number);
  }

  private static Option<Long> ofDecimal(Decimal128 number) {
    try {
      return Option.some(number.bigDecimalValue().longValueExact());
    } catch (ArithmeticException notExact) {
      return Option.none();
    }
  }
}
