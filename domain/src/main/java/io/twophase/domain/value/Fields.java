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
import java.util.stream.Collectors;

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
      throw new IllegalArgumentException(Storable.TOO_DEEP, endless);
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
    List<Field> changed = new ArrayList<>(all.size() + 1);
    boolean isThere = false;
    for (Field field : all) {
      boolean isIt = field.name().equals(name);
      isThere = isThere || isIt;
      changed.add(isIt ? new Field(name, value) : field);
    }
    if (!isThere) {
      changed.add(new Field(name, value));
    }
    return new Fields(changed);
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

  /** A text that is the same for the same value of the same type, and for no other. */
  static final class ExactText {

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
}
