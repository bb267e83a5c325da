package io.twophase.domain.value;

import java.util.Map;
import java.util.Objects;

/** Values for people. */
public final class Words {

  private static final Map<Class<?>, String> TYPES =
      Map.of(
          Value.Null.class, "null",
          Value.Bool.class, "bool",
          Value.Int32.class, "int",
          Value.Int64.class, "long",
          Value.Float64.class, "double",
          Value.Decimal.class, "decimal",
          Value.Text.class, "string",
          Value.Date.class, "date",
          Value.Array.class, "array",
          Value.Embedded.class, "object");

  private Words() {}

  /** The type of a value that is looked into, as {@code $type} names it. */
  static String type(Value value) {
    return Objects.requireNonNull(TYPES.get(value.getClass()));
  }

  /** Its text, shortened, and then its type and size. */
  static String of(Value value) {
    String all = value.toString();
    return all.length() <= Value.MOST_WORDS
        ? all
        : cut(all, Value.MOST_WORDS) + " (" + value.type() + ", " + value.bsonSize() + " bytes)";
  }

  /** At most so many characters of a text, and a sign that there are more; no pair is parted. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }
}
