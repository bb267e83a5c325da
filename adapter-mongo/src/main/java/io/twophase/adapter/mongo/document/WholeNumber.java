package io.twophase.adapter.mongo.document;

import java.util.Optional;
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
  public static Optional<Long> of(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> Optional.of((long) value.asInt32().getValue());
      case INT64 -> Optional.of(value.asInt64().getValue());
      case DOUBLE -> ofDouble(value.asDouble().getValue());
      case DECIMAL128 -> ofDecimal(value.asDecimal128().getValue());
      default -> Optional.empty();
    };
  }

  private static Optional<Long> ofDouble(double number) {
    boolean exact = number == Math.rint(number) && Math.abs(number) <= LARGEST_EXACT_DOUBLE;
    return exact ? Optional.of((long) number) : Optional.empty();
  }

  private static Optional<Long> ofDecimal(Decimal128 number) {
    try {
      return Optional.of(number.bigDecimalValue().longValueExact());
    } catch (ArithmeticException notExact) {
      return Optional.empty();
    }
  }
}
