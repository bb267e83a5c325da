package io.twophase.domain.value;

import io.twophase.domain.Given;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of a document, in their order; no name twice. An immutable value.
 *
 * @param all in their order
 */
public record Fields(List<Field> all) {

  private static final Fields NONE = new Fields(List.of());

  /**
   * @throws IllegalArgumentException if a name is there twice
   */
  public Fields {
    all = Given.list(all, "all");
    Set<String> names = new HashSet<>();
    for (Field field : all) {
      if (!names.add(field.name())) {
        throw new IllegalArgumentException("the field " + field.name() + " is there twice");
      }
    }
  }

  /** Those given, in their order. */
  public static Fields of(Field... fields) {
    return new Fields(Arrays.asList(Objects.requireNonNull(fields, "fields")));
  }

  /**
   * The fields of a map, in its order, with values that {@link Value#of} takes.
   *
   * @throws IllegalArgumentException if it has a value that is none
   */
  public static Fields of(Map<String, ?> map) {
    Objects.requireNonNull(map, "fields");
    try {
      return JavaValue.fields(map);
    } catch (StackOverflowError endless) {
      throw new IllegalArgumentException(Depth.TOO_DEEP, endless);
    }
  }

  /** None at all. */
  public static Fields none() {
    return NONE;
  }

  /** The value of the field of that name, if there is one. */
  public Optional<Value> get(String name) {
    for (Field field : all) {
      if (field.name().equals(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }

  /** Returns whether there is a field of that name. */
  public boolean has(String name) {
    return get(name).isPresent();
  }

  /** Returns the same with the field set: in its place if it is there, behind the others if not. */
  public Fields with(String name, Value value) {
    Field changed = new Field(name, value);
    return new Fields(
        has(name)
            ? all.stream().map(field -> field.name().equals(name) ? changed : field).toList()
            : Stream.concat(all.stream(), Stream.of(changed)).toList());
  }

  /** The same without the field. */
  public Fields without(String name) {
    Objects.requireNonNull(name, "name");
    return new Fields(all.stream().filter(field -> !field.name().equals(name)).toList());
  }

  /** Returns how many bytes a document of these fields takes in BSON. */
  public long bsonSize() {
    return BsonSize.ofDocument(all);
  }

  /** A text that is the same for the same fields in the same order, and for no others. */
  public String exactText() {
    return ExactText.of(this);
  }

  @Override
  public String toString() {
    return all.stream().map(Field::toString).collect(Collectors.joining(", ", "{", "}"));
  }

  /** The number of bytes of a value in BSON (bsonspec.org, version 1.1), without its name. */
  static final class BsonSize {

    /** A document's length, and the zero byte at its end. */
    private static final int FRAME = 5;

    private BsonSize() {}

    /**
     * Returns what an element takes: its type's byte, its name with the zero byte behind it, its
     * value.
     */
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

    static long of(Value value) {
      if (value instanceof Value.Text text) {
        return FRAME + utf8(text.value());
      }
      if (value instanceof Value.Array array) {
        long size = FRAME;
        for (int at = 0; at < array.values().size(); at++) {
          size += ofElement(String.valueOf(at), array.values().get(at));
        }
        return size;
      }
      if (value instanceof Value.Embedded embedded) {
        return ofDocument(embedded.fields().all());
      }
      if (value instanceof Value.Other other) {
        return other.bytes().length() / 2L;
      }
      return switch (value.type()) {
        case "null" -> 0;
        case "bool" -> 1;
        case "int" -> 4;
        case "decimal" -> 16;
        default -> 8;
      };
    }
  }

  /** The limit to documents and arrays in each other. */
  static final class Depth {

    /** The message of a value that is nested too deep, without the way there. */
    static final String TOO_DEEP =
        "a value cannot have more than " + Value.MAX_DEPTH + " documents and arrays in each other";

    private Depth() {}

    /**
     * Refuses what is nested deeper than any MongoDB stores.
     *
     * @throws IllegalArgumentException if there are more levels than {@link Value#MAX_DEPTH}
     */
    static void require(int levels) {
      if (levels > Value.MAX_DEPTH) {
        throw new IllegalArgumentException(TOO_DEEP);
      }
    }
  }

  /** A text that is the same for the same value of the same type, and for no other. */
  static final class ExactText {

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

    private ExactText() {}

    /** The type of a value that is looked into, as {@code $type} names it. */
    static String type(Value value) {
      return Objects.requireNonNull(TYPES.get(value.getClass()));
    }

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

    static String of(Value value) {
      if (value instanceof Value.Embedded embedded) {
        return value.type() + of(embedded.fields());
      }
      if (value instanceof Value.Array array) {
        StringBuilder text = new StringBuilder();
        array.values().forEach(inner -> text.append(of(inner)));
        return value.type() + part(text.toString());
      }
      return value.type() + part(value.toString());
    }
  }

  /** The content of a path of a document. */
  public sealed interface Place {

    /** The result of the function for what is there. */
    default <T> T fold(
        Function<? super Value, ? extends T> found,
        Supplier<? extends T> missing,
        Function<? super Blocked, ? extends T> blocked) {
      if (this instanceof Found one) {
        return found.apply(one.value());
      }
      if (this instanceof Missing) {
        return missing.get();
      }
      return blocked.apply((Blocked) this);
    }

    /** A value. */
    record Found(Value value) implements Place {}

    /** Nothing: the field is absent, or an embedded document on the way is. */
    record Missing() implements Place {}

    /**
     * Nothing, and nothing can be put there: a value on the way is no document, nor an array with
     * an element that the path names.
     *
     * @param by the path of that value
     * @param value what it is
     */
    record Blocked(FieldPath by, Value value) implements Place {}

    /** Returns what is at {@code path} of a document of these fields. */
    static Place of(Fields fields, FieldPath path) {
      Value at = new Value.Embedded(fields);
      List<String> names = path.names();
      for (int depth = 0; depth < names.size(); depth++) {
        Value around = at;
        String name = names.get(depth);
        if (around instanceof Value.Embedded embedded) {
          Value inner = embedded.fields().get(name).orElse(null);
          if (inner == null) {
            return new Missing();
          }
          at = inner;
        } else if (around instanceof Value.Array array && leadsInto(array, name)) {
          at = array.values().get(Integer.parseInt(name));
        } else {
          return new Blocked(new FieldPath(names.subList(0, depth)), around);
        }
      }
      return new Found(at);
    }

    /**
     * A filter on the path meets a field of that name in any element too, and what is in arrays.
     */
    private static boolean leadsInto(Value.Array array, String name) {
      return FieldPath.isIndex(name)
          && Integer.parseInt(name) < array.values().size()
          && array.values().stream()
              .noneMatch(
                  element ->
                      element instanceof Value.Array
                          || (element instanceof Value.Embedded embedded
                              && embedded.fields().has(name)));
    }

    /**
     * The fields with {@code value} at {@code path}; embedded documents on the way are made.
     * Nothing on the way may be {@link Blocked}.
     */
    static Fields put(Fields fields, FieldPath path, Value value) {
      return put(fields, path.names(), value);
    }

    private static Fields put(Fields fields, List<String> names, Value value) {
      String name = names.get(0);
      Value before = fields.get(name).orElse(new Value.Embedded(Fields.none()));
      return fields.with(name, inside(before, names.subList(1, names.size()), value));
    }

    private static Value inside(Value at, List<String> names, Value value) {
      if (names.isEmpty()) {
        return value;
      }
      if (at instanceof Value.Array array) {
        return with(array, names.get(0), one -> inside(one, names.subList(1, names.size()), value));
      }
      Fields inner = at instanceof Value.Embedded embedded ? embedded.fields() : Fields.none();
      return new Value.Embedded(put(inner, names, value));
    }

    private static Value with(Value.Array array, String name, UnaryOperator<Value> change) {
      List<Value> values = new ArrayList<>(array.values());
      int index = Integer.parseInt(name);
      values.set(index, change.apply(values.get(index)));
      return new Value.Array(values);
    }

    /**
     * The fields without what is at {@code path}; embedded documents on the way stay. An element of
     * an array becomes null, as the others keep their places.
     */
    static Fields remove(Fields fields, FieldPath path) {
      return remove(fields, path.names());
    }

    private static Fields remove(Fields fields, List<String> names) {
      String name = names.get(0);
      return names.size() == 1
          ? fields.without(name)
          : fields
              .get(name)
              .map(inner -> fields.with(name, without(inner, names.subList(1, names.size()))))
              .orElse(fields);
    }

    private static Value without(Value at, List<String> names) {
      if (at instanceof Value.Array array) {
        List<String> further = names.subList(1, names.size());
        return with(
            array,
            names.get(0),
            one -> further.isEmpty() ? new Value.Null() : without(one, further));
      }
      return at instanceof Value.Embedded embedded
          ? new Value.Embedded(remove(embedded.fields(), names))
          : at;
    }
  }

  /**
   * A field of a document.
   *
   * @param name any text without a zero character, and without half of a surrogate pair
   * @param value what it has
   */
  public record Field(String name, Value value) {

    /**
     * @throws IllegalArgumentException if the name has a zero character or half of a surrogate pair
     */
    public Field {
      Objects.requireNonNull(name, "a field's name");
      Objects.requireNonNull(value, () -> "no value of the field " + name);
      if (name.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("a field's name has a zero character");
      }
      Storable.requireText("a field's name", name);
    }

    @Override
    public String toString() {
      return name + ": " + value;
    }
  }
}
