package io.twophase.domain.value;

import java.util.List;
import java.util.Optional;

/**
 * A reason why a text is no path of a field.
 *
 * @param path the text
 * @param fault what is wrong with it
 */
public record InvalidPath(String path, String fault) {

  static Optional<InvalidPath> of(List<String> names) {
    String path = String.join(".", names);
    if (names.isEmpty() || names.contains("")) {
      return Optional.of(new InvalidPath(path, "has an empty name"));
    }
    if (names.stream().anyMatch(name -> name.startsWith("$"))) {
      return Optional.of(new InvalidPath(path, "has a name that begins with $"));
    }
    if (path.indexOf('\0') >= 0) {
      return Optional.of(new InvalidPath(path, "has a zero character"));
    }
    if (Storable.halfPair(path) >= 0) {
      return Optional.of(
          new InvalidPath(Words.cut(path, Storable.halfPair(path)), "has half of a character"));
    }
    if (names.stream().anyMatch(name -> name.contains("."))) {
      return Optional.of(new InvalidPath(path, "has a name with a dot"));
    }
    return names.size() > FieldPath.MAX_NAMES
        ? Optional.of(
            new InvalidPath(path, "has " + names.size() + " names, at most " + FieldPath.MAX_NAMES))
        : Optional.empty();
  }

  /** One line that names the path and the fault. */
  public String message() {
    return "the field path \"" + Words.cut(path, Value.MOST_WORDS) + "\" " + fault;
  }
}
