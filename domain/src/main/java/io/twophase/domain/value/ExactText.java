package io.twophase.domain.value;

import java.math.BigDecimal;
import java.util.List;

/** A text that is the same for the same value of the same type, and for no other. */
final class ExactText implements Value.Cases<String> {

  static final ExactText CASES = new ExactText();

  private ExactText() {}

  /** A text with its length before it, so that what follows cannot be taken for a part of it. */
  static String part(String text) {
    return text.length() + ":" + text;
  }

  static String of(Fields fields) {
    StringBuilder text = new StringBuilder();
    for (Field field : fields.all()) {
      text.append(part(field.name())).append(field.value().exactText());
    }
    return part(text.toString());
  }

  private static String typed(Value value) {
    return value.type() + part(value.toString());
  }

  @Override
  public String ofNull() {
    return typed(new Value.Null());
  }

  @Override
  public String ofBoolean(boolean value) {
    return typed(new Value.Bool(value));
  }

  @Override
  public String ofInt32(int value) {
    return typed(new Value.Int32(value));
  }

  @Override
  public String ofInt64(long value) {
    return typed(new Value.Int64(value));
  }

  @Override
  public String ofDouble(double value) {
    return typed(new Value.Float64(value));
  }

  @Override
  public String ofDecimal(BigDecimal value) {
    return typed(new Value.Decimal(value));
  }

  @Override
  public String ofString(String value) {
    return typed(new Value.Text(value));
  }

  @Override
  public String ofDate(long millis) {
    return typed(new Value.Date(millis));
  }

  @Override
  public String ofArray(List<Value> values) {
    StringBuilder text = new StringBuilder();
    values.forEach(value -> text.append(value.exactText()));
    return "array" + part(text.toString());
  }

  @Override
  public String ofFields(Fields fields) {
    return "object" + of(fields);
  }

  @Override
  public String ofOther(Value.Other value) {
    return typed(value);
  }
}
