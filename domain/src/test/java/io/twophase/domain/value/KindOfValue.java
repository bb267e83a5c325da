package io.twophase.domain.value;

import java.math.BigDecimal;
import java.util.List;

/** The class of each kind of value, by its case. */
final class KindOfValue implements Value.Cases<Class<?>> {

  @Override
  public Class<?> ofNull() {
    return Value.Null.class;
  }

  @Override
  public Class<?> ofBoolean(boolean value) {
    return Value.Bool.class;
  }

  @Override
  public Class<?> ofInt32(int value) {
    return Value.Int32.class;
  }

  @Override
  public Class<?> ofInt64(long value) {
    return Value.Int64.class;
  }

  @Override
  public Class<?> ofDouble(double value) {
    return Value.Float64.class;
  }

  @Override
  public Class<?> ofDecimal(BigDecimal value) {
    return Value.Decimal.class;
  }

  @Override
  public Class<?> ofString(String value) {
    return Value.Text.class;
  }

  @Override
  public Class<?> ofDate(long millis) {
    return Value.Date.class;
  }

  @Override
  public Class<?> ofArray(List<Value> values) {
    return Value.Array.class;
  }

  @Override
  public Class<?> ofFields(Fields fields) {
    return Value.Embedded.class;
  }

  @Override
  public Class<?> ofOther(Value.Other value) {
    return Value.Other.class;
  }
}
