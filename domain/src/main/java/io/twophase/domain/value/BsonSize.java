package io.twophase.domain.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How many bytes a value takes in BSON (bsonspec.org, version 1.1), without its name. */
final class BsonSize implements Value.Cases<Long> {

  static final BsonSize CASES = new BsonSize();

  /** A document's length, and the zero byte at its end. */
  private static final int FRAME = 5;

  private BsonSize() {}

  /** What an element takes: its type's byte, its name with the zero byte behind it, its value. */
  static long ofElement(String name, Value value) {
    return 2 + utf8(name) + value.bsonSize();
  }

  static long ofDocument(List<Field> fields) {
    long size = FRAME;
    for (Field field : fields) {
      size += ofElement(field.name(), field.value());
    }
    return size;
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public Long ofNull() {
    return 0L;
  }

  @Override
  public Long ofBoolean(boolean value) {
    return 1L;
  }

  @Override
  public Long ofInt32(int value) {
    return 4L;
  }

  @Override
  public Long ofInt64(long value) {
    return 8L;
  }

  @Override
  public Long ofDouble(double value) {
    return 8L;
  }

  @Override
  public Long ofDecimal(BigDecimal value) {
    return 16L;
  }

  @Override
  public Long ofString(String value) {
    return FRAME + utf8(value);
  }

  @Override
  public Long ofDate(long millis) {
    return 8L;
  }

  @Override
  public Long ofArray(List<Value> values) {
    long size = FRAME;
    for (int at = 0; at < values.size(); at++) {
      size += ofElement(String.valueOf(at), values.get(at));
    }
    return size;
  }

  @Override
  public Long ofFields(Fields fields) {
    return ofDocument(fields.all());
  }

  @Override
  public Long ofOther(Value.Other value) {
    return value.bytes().length() / 2L;
  }
}
