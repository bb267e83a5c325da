package io.twophase.domain.value;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.value.Fields.Field;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Java's own objects as the values that they stand for. */
final class JavaValue {

  /**
   * Classes whose elements come in an order that is another one in each run, or for each capacity:
   * those of {@code Map.of} and {@code Set.of} (of two elements, and of more), and those by hash.
   */
  private static final Set<Class<?>> WITHOUT_ORDER =
      Set.of(
          Map.of("a", 1, "b", 2).getClass(),
          Set.of(1, 2).getClass(),
          Set.of(1, 2, 3).getClass(),
          HashMap.class,
          HashSet.class);

  private static final HexFormat HEX = HexFormat.of();
  private static final String BINARY = "binData";
  private static final String PLAIN = "00";
  private static final String UUID_SUBTYPE = "04";

  private static final String TAKEN =
      "taken are null, a String, Character, enum, Boolean, number, UUID, byte[], Instant, Date,"
          + " LocalDate, LocalDateTime, Optional, array, Collection, Map or record of such; for any"
          + " other object, DocumentMapper makes the value by the driver's codecs";

  /** The domain's own ids are records too, and a host would expect their texts. */
  private static final String IDS = AccountId.class.getPackageName();

  private JavaValue() {}

  static Value of(@Nullable Object object) {
    if (object == null) {
      return new Value.Null();
    }
    if (object instanceof Value value) {
      return value;
    }
    if (object instanceof String || object instanceof Character) {
      return new Value.Text(object.toString());
    }
    if (object instanceof Enum<?> constant) {
      return new Value.Text(constant.name());
    }
    if (object instanceof Boolean flag) {
      return new Value.Bool(flag);
    }
    if (object instanceof UUID id) {
      return ofUuid(id);
    }
    return object instanceof Number number ? ofNumber(number) : ofMoment(object);
  }

  private static Value ofUuid(UUID id) {
    String digits =
        HEX.toHexDigits(id.getMostSignificantBits())
            + HEX.toHexDigits(id.getLeastSignificantBits());
    return binary(UUID_SUBTYPE, digits);
  }

  /** In BSON the length comes first, with the lowest byte first, and then the subtype. */
  private static Value binary(String subtype, String digits) {
    String length = HEX.toHexDigits(Integer.reverseBytes(digits.length() / 2));
    return new Value.Other(BINARY, length + subtype + digits);
  }

  private static Value ofNumber(Number number) {
    if (number instanceof Integer || number instanceof Short || number instanceof Byte) {
      return new Value.Int32(number.intValue());
    }
    if (number instanceof Long large) {
      return new Value.Int64(large);
    }
    if (number instanceof Double || number instanceof Float) {
      return new Value.Float64(number.doubleValue());
    }
    if (number instanceof BigDecimal decimal) {
      return new Value.Decimal(decimal);
    }
    if (number instanceof BigInteger whole) {
      return new Value.Decimal(new BigDecimal(whole));
    }
    throw none(number);
  }

  @SuppressWarnings("JavaUtilDate") // hosts have it
  private static Value ofMoment(Object object) {
    if (object instanceof Instant instant) {
      return new Value.Date(millis(instant));
    }
    if (object instanceof Date date) {
      return new Value.Date(date.getTime());
    }
    if (object instanceof LocalDate day) {
      return ofMoment(day.atStartOfDay());
    }
    if (object instanceof LocalDateTime time) {
      return ofMoment(time.toInstant(ZoneOffset.UTC));
    }
    return ofSeveral(object);
  }

  private static long millis(Instant instant) {
    try {
      return instant.toEpochMilli();
    } catch (ArithmeticException far) {
      throw new IllegalArgumentException(
          "the moment " + instant + " cannot be stored: BSON counts milliseconds in 64 bits", far);
    }
  }

  private static Value ofSeveral(Object object) {
    if (object instanceof Optional<?> optional) {
      return of(optional.orElse(null));
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
    if (object instanceof byte[] bytes) {
      return binary(PLAIN, HEX.formatHex(bytes));
    }
    if (object.getClass().isArray()) {
      return new Value.Array(
          IntStream.range(0, Array.getLength(object))
              .mapToObj(at -> of(Array.get(object, at)))
              .toList());
    }
    if (object instanceof Record whole && !isId(whole)) {
      return new Value.Embedded(components(whole));
    }
    throw none(object);
  }

  private static boolean isId(Record whole) {
    return whole.getClass().getPackageName().equals(IDS) && !(whole instanceof Money);
  }

  private static Fields components(Record whole) {
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : whole.getClass().getRecordComponents()) {
      fields.add(field(component.getName(), component(whole, component)));
    }
    return new Fields(fields);
  }

  /** The accessor may throw, and a module may keep its records to itself. */
  private static @Nullable Object component(Record whole, RecordComponent component) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(whole);
    } catch (ReflectiveOperationException | RuntimeException closed) {
      throw new IllegalArgumentException(
          "the record " + whole.getClass().getName() + " cannot be read: " + closed, closed);
    }
  }

  /**
   * In the order of the map. If it has none that lasts, then the same request would be another one
   * after a restart: its fields are in the order of their names.
   */
  static Fields fields(Map<?, ?> map) {
    List<Field> fields = new ArrayList<>(map.size());
    map.forEach((name, value) -> fields.add(field(name(name), value)));
    if (WITHOUT_ORDER.contains(map.getClass())) {
      fields.sort(Comparator.comparing(Field::name));
    }
    return new Fields(fields);
  }

  private static String name(@Nullable Object key) {
    return key instanceof Enum<?> constant ? constant.name() : String.valueOf(key);
  }

  /** Returns the same of a set: its values are in the order of what they are called. */
  private static List<Value> values(Collection<?> objects) {
    Stream<Value> values = objects.stream().map(JavaValue::of);
    return WITHOUT_ORDER.contains(objects.getClass())
        ? values.sorted(Comparator.comparing(Value::toString)).toList()
        : values.toList();
  }

  private static Field field(String name, @Nullable Object object) {
    Value value;
    try {
      value = of(object);
    } catch (IllegalArgumentException none) {
      if (Fields.Depth.TOO_DEEP.equals(none.getMessage())) {
        throw none;
      }
      throw new IllegalArgumentException(name + ": " + none.getMessage(), none);
    }
    return new Field(name, value);
  }

  private static IllegalArgumentException none(Object object) {
    return new IllegalArgumentException(
        "an object of %s is no value: %s; %s"
            .formatted(
                object.getClass().getName(),
                Words.cut(object.toString(), Value.MOST_WORDS),
                TAKEN));
  }
}
