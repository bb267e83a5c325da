package io.twophase.domain.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Java's own objects as the values that they stand for. */
final class JavaValue {

  /** Those of {@code Map.of} and {@code Map.copyOf}. */
  private static final Class<?> MAP_WITHOUT_ORDER = Map.of("a", 1, "b", 2).getClass();

  /** Those of {@code Set.of} and {@code Set.copyOf}: of two elements, and of more. */
  private static final Set<Class<?>> SETS_WITHOUT_ORDER =
      Set.of(Set.of(1, 2).getClass(), Set.of(1, 2, 3).getClass());

  private JavaValue() {}

  static Value of(@Nullable Object object) {
    if (object == null) {
      return new Value.Null();
    }
    if (object instanceof Value value) {
      return value;
    }
    if (object instanceof String text) {
      return new Value.Text(text);
    }
    if (object instanceof Boolean flag) {
      return new Value.Bool(flag);
    }
    return object instanceof Number number ? ofNumber(number) : ofOther(object);
  }

  private static Value ofNumber(Number number) {
    if (number instanceof Integer small) {
      return new Value.Int32(small);
    }
    if (number instanceof Long large) {
      return new Value.Int64(large);
    }
    if (number instanceof Double binary) {
      return new Value.Float64(binary);
    }
    if (number instanceof BigDecimal decimal) {
      return new Value.Decimal(decimal);
    }
    throw none(number);
  }

  private static Value ofOther(Object object) {
    if (object instanceof Instant instant) {
      return new Value.Date(instant.toEpochMilli());
    }
    if (object instanceof Fields fields) {
      return new Value.Embedded(fields);
    }
    if (object instanceof Map<?, ?> map) {
      return new Value.Embedded(fields(map));
    }
    if (object instanceof Collection<?> values) {
      return new Value.Array(values(values));
    }
    throw none(object);
  }

  /**
   * In the order of the map. The JDK gives an immutable map another order in each run, so that the
   * same request would be another one after a restart: its fields are in the order of their names.
   */
  static Fields fields(Map<?, ?> map) {
    List<Field> fields = new ArrayList<>(map.size());
    map.forEach((name, value) -> fields.add(field(String.valueOf(name), value)));
    if (map.getClass() == MAP_WITHOUT_ORDER) {
      fields.sort(Comparator.comparing(Field::name));
    }
    return new Fields(fields);
  }

  /** The same of an immutable set: its values are in the order of what they are called. */
  private static List<Value> values(Collection<?> objects) {
    Stream<Value> values = objects.stream().map(JavaValue::of);
    return SETS_WITHOUT_ORDER.contains(objects.getClass())
        ? values.sorted(Comparator.comparing(Value::toString)).toList()
        : values.toList();
  }

  private static Field field(String name, @Nullable Object object) {
    Value value;
    try {
      value = of(object);
    } catch (IllegalArgumentException none) {
      throw new IllegalArgumentException(name + ": " + none.getMessage(), none);
    }
    return new Field(name, value);
  }

  private static IllegalArgumentException none(Object object) {
    return new IllegalArgumentException(
        "an object of " + object.getClass().getName() + " is no value: " + object);
  }
}
