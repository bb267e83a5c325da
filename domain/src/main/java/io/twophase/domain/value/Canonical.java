package io.twophase.domain.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * One value for all that MongoDB takes for equal: a number as a decimal number without trailing
 * zeros, if it is one, else as a binary one; a symbol as a text; and so on inside of arrays and
 * documents.
 */
final class Canonical implements Value.Cases<Value> {

  static final Canonical CASES = new Canonical();

  /** How many digits a decimal128 has in hexadecimal; the last two are its sign and kind. */
  private static final int DECIMAL_DIGITS = 32;

  /** How many bytes say how long a text is. */
  private static final int LENGTH_BYTES = 4;

  private static final int SIGN = 0x80;
  private static final int KIND = 0x7C;
  private static final int INFINITE = 0x78;

  private Canonical() {}

  @Override
  public Value ofNull() {
    return new Value.Null();
  }

  @Override
  public Value ofBoolean(boolean value) {
    return new Value.Bool(value);
  }

  @Override
  public Value ofInt32(int value) {
    return ofInt64(value);
  }

  @Override
  public Value ofInt64(long value) {
    return Numbers.canonical(BigDecimal.valueOf(value));
  }

  @Override
  public Value ofDouble(double value) {
    return Double.isFinite(value) ? Numbers.canonical(value) : new Value.Float64(value);
  }

  @Override
  public Value ofDecimal(BigDecimal value) {
    return Numbers.canonical(value);
  }

  @Override
  public Value ofString(String value) {
    return new Value.Text(value);
  }

  @Override
  public Value ofDate(long millis) {
    return new Value.Date(millis);
  }

  @Override
  public Value ofArray(List<Value> values) {
    return new Value.Array(values.stream().map(Value::canonical).toList());
  }

  @Override
  public Value ofFields(Fields fields) {
    return new Value.Embedded(
        new Fields(
            fields.all().stream()
                .map(field -> new Field(field.name(), field.value().canonical()))
                .toList()));
  }

  @Override
  public Value ofOther(Value.Other value) {
    return value.type().equals("symbol") ? ofString(textOf(value)) : ofNumber(value);
  }

  /** A symbol is a text of another name: its length, its characters, and a zero byte. */
  private static String textOf(Value.Other symbol) {
    byte[] bytes = HexFormat.of().parseHex(symbol.bytes());
    return new String(bytes, LENGTH_BYTES, bytes.length - LENGTH_BYTES - 1, StandardCharsets.UTF_8);
  }

  private Value ofNumber(Value.Other value) {
    return value.type().equals("decimal") && value.bytes().length() == DECIMAL_DIGITS
        ? ofSpecialDecimal(Integer.parseInt(value.bytes().substring(DECIMAL_DIGITS - 2), 16))
        : value;
  }

  /** A decimal128 that is no {@link Value.Decimal}: not a number, infinite, or a negative zero. */
  private Value ofSpecialDecimal(int last) {
    if ((last & KIND) == KIND) {
      return new Value.Float64(Double.NaN);
    }
    if ((last & KIND) == INFINITE) {
      return new Value.Float64(
          (last & SIGN) == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
    }
    return ofDecimal(BigDecimal.ZERO);
  }
}
