package io.twophase.domain.value;

/** A text that is the same for the same value of the same type, and for no other. */
final class ExactText {

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
