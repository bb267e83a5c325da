package io.twophase.domain.value;

import io.twophase.domain.value.Fields.Field;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One value for all that MongoDB takes for equal: a number as a decimal number without trailing
 * zeros, if it is one, else as a binary one; a symbol as a text; and so on inside of arrays and
 * documents.
 */
final class Canonical {

  /** The number of digits of a decimal128 in hexadecimal; the last two are its sign and kind. */
  private static final int DECIMAL_DIGITS = 32;

  /** The number of bytes for the length of a text. */
  private static final int LENGTH_BYTES = 4;

  private static final int SIGN = 0x80;
  private static final int KIND = 0x7C;
  private static final int INFINITE = 0x78;

  private Canonical() {}

  static Value of(Value value) {
    Optional<Long> whole = value.wholeNumber();
    if (whole.isPresent()) {
      return Numbers.canonical(BigDecimal.valueOf(whole.orElseThrow()));
    }
    if (value instanceof Value.Decimal decimal) {
      return Numbers.canonical(decimal.value());
    }
    if (value instanceof Value.Float64 binary) {
      return Double.isFinite(binary.value()) ? Numbers.canonical(binary.value()) : value;
    }
    if (value instanceof Value.Array array) {
      return new Value.Array(array.values().stream().map(Canonical::of).toList());
    }
    if (value instanceof Value.Embedded embedded) {
      return new Value.Embedded(
          new Fields(
              embedded.fields().all().stream()
                  .map(field -> new Field(field.name(), of(field.value())))
                  .toList()));
    }
    return value instanceof Value.Other other ? ofOther(other) : value;
  }

  private static Value ofOther(Value.Other value) {
    return value.type().equals("symbol") ? new Value.Text(textOf(value)) : ofNumber(value);
  }

  /** A symbol is a text of another name: its length, its characters, and a zero byte. */
  private static String textOf(Value.Other symbol) {
    byte[] bytes = HexFormat.of().parseHex(symbol.bytes());
    return new String(bytes, LENGTH_BYTES, bytes.length - LENGTH_BYTES - 1, StandardCharsets.UTF_8);
  }

  private static Value ofNumber(Value.Other value) {
    return value.type().equals("decimal") && value.bytes().length() == DECIMAL_DIGITS
        ? ofSpecialDecimal(Integer.parseInt(value.bytes().substring(DECIMAL_DIGITS - 2), 16))
        : value;
  }

  /** A decimal128 that is no {@link Value.Decimal}: not a number, infinite, or a negative zero. */
  private static Value ofSpecialDecimal(int last) {
    if ((last & KIND) == KIND) {
      return new Value.Float64(Double.NaN);
    }
    if ((last & KIND) == INFINITE) {
      return new Value.Float64(
          (last & SIGN) == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
    }
    return Numbers.canonical(BigDecimal.ZERO);
  }
}
