package io.twophase.domain.value;

import java.math.BigDecimal;
import java.util.List;

/** The names of the types, as MongoDB's {@code $type} knows them. */
final class TypeNames implements Value.Cases<String> {

  static final TypeNames CASES = new TypeNames();

  private TypeNames() {}

  @Override
  public String ofNull() {
    return "null";
  }

  @Override
  public String ofBoolean(boolean value) {
    return "bool";
  }

  @Override
  public String ofInt32(int value) {
    return "int";
  }

  @Override
  public String ofInt64(long value) {
    return "long";
  }

  @Override
  public String ofDouble(double value) {
    return "double";
  }

  @Override
  public String ofDecimal(BigDecimal value) {
    return "decimal";
  }

  @Override
  public String ofString(String value) {
    return "string";
  }

  @Override
  public String ofDate(long millis) {
    return "date";
  }

  @Override
  public String ofArray(List<Value> values) {
    return "array";
  }

  @Override
  public String ofFields(Fields fields) {
    return "object";
  }

  @Override
  public String ofOther(Value.Other value) {
    return value.type();
  }
}
