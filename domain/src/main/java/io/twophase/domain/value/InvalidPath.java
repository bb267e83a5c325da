package io.twophase.domain.value;

import io.vavr.control.Option;
import java.util.List;

/**
 * Why a text is no path of a field.
 *
 * @param path the text
 * @param fault what is wrong with it
 */
public record InvalidPath(String path, String fault) {

  static Option<InvalidPath> of(List<String> names) {
    String path = String.join(".", names);
    if (names.isEmpty() || names.contains("")) {
      return Option.some(new InvalidPath(path, "has an empty name"));
    }
    if (names.stream().anyMatch(name -> name.startsWith("$"))) {
      return Option.some(new InvalidPath(path, "has a name that begins with $"));
    }
    if (path.indexOf('\0') >= 0) {
      return Option.some(new InvalidPath(path, "has a zero character"));
    }
    if (Storable.halfPair(path) >= 0) {
      return Option.some(
          new InvalidPath(Words.cut(path, Storable.halfPair(path)), "has half of a character"));
    }
    if (names.stream().anyMatch(name -> name.contains("."))) {
      return Option.some(new InvalidPath(path, "has a name with a dot"));
    }
    return Option.when(
        names.size() > FieldPath.MAX_NAMES,
        () ->
            new InvalidPath(
                path, "has " + names.size() + " names, at most " + FieldPath.MAX_NAMES));
  }

  /** One line that names the path and the fault. */
  public String message() {
    return "the field path \"" + Words.cut(path, Value.MOST_WORDS) + "\" " + fault;
  }
}
