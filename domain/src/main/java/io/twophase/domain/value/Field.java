package io.twophase.domain.value;

import java.util.Objects;

/**
 * One field of a document.
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
