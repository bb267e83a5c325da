package io.twophase.domain.value;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The number of bytes of a value in BSON (bsonspec.org, version 1.1), without its name. */
final class BsonSize {

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
