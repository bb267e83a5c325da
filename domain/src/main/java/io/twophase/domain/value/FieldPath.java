package io.twophase.domain.value;

import io.twophase.domain.Given;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names a field of a document, or of an embedded one: {@code total}, {@code address.city}. If there
 * is an array, then an index leads to that element: {@code items.0.price}. It does so if no element
 * is an array, or has a field with the index as its name; else the path leads into no array.
 *
 * @param names from the outermost to the innermost
 */
public record FieldPath(List<String> names) implements Comparable<FieldPath> {

  /** As deep as MongoDB nests documents. */
  public static final int MAX_NAMES = 100;

  /**
   * For paths known to be good.
   *
   * @throws IllegalArgumentException if it breaks a rule of {@link #of}
   */
  public FieldPath {
    names = Given.list(names, "names");
    String path = String.join(".", names);
    Storable.requireText("a field path", path);
    fault(names, path)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(
                  "the field path \"" + Words.cut(path, Value.MOST_WORDS) + "\" " + fault);
            });
  }

  /**
   * The path that a text names: names with dots between them. No name is empty, begins with {@code
   * $} or has a zero character; there are a hundred at most, which is as deep as MongoDB nests
   * documents.
   *
   * @throws IllegalArgumentException if it breaks a rule
   */
  public static FieldPath of(String text) {
    return new FieldPath(List.of(Objects.requireNonNull(text, "a field's path").split("\\.", -1)));
  }

  /** The path that a text from outside names, if it names one. */
  public static Optional<FieldPath> parse(String text) {
    try {
      return Optional.of(of(text));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  /** The outermost name. */
  public String top() {
    return names.get(0);
  }

  /** The innermost name. */
  public String last() {
    return names.get(names.size() - 1);
  }

  /** The paths of the documents on the way, the outermost first; none if it has one name. */
  public List<FieldPath> parents() {
    return IntStream.range(1, names.size())
        .mapToObj(length -> new FieldPath(names.subList(0, length)))
        .toList();
  }

  /** Returns whether a name leads to an element of an array: a number without leading zeros. */
  public static boolean isIndex(String name) {
    int length = name.length();
    return name.chars().allMatch(digit -> digit >= '0' && digit <= '9')
        && (length == 1 || (length > 1 && length < 10 && name.charAt(0) != '0'));
  }

  /** Returns whether the path may lead into an array: a name behind the first is an index. */
  public boolean mayLeadIntoArrays() {
    return names.stream().skip(1).anyMatch(FieldPath::isIndex);
  }

  /** The path as an index of a collection names it: that is of all elements of an array. */
  public FieldPath withoutIndexes() {
    return new FieldPath(
        Stream.concat(Stream.of(top()), names.stream().skip(1).filter(name -> !isIndex(name)))
            .toList());
  }

  /** Returns whether one of both is the other, or leads to it. */
  public boolean overlaps(FieldPath other) {
    int shorter = Math.min(names.size(), other.names.size());
    return names.subList(0, shorter).equals(other.names.subList(0, shorter));
  }

  /** By their names, one after the other: an order, and no more. */
  @Override
  public int compareTo(FieldPath other) {
    return Arrays.compare(names.toArray(String[]::new), other.names.toArray(String[]::new));
  }

  @Override
  public String toString() {
    return String.join(".", names);
  }

  private static Optional<String> fault(List<String> names, String path) {
    if (names.isEmpty() || names.contains("")) {
      return Optional.of("has an empty name");
    }
    if (names.stream().anyMatch(name -> name.startsWith("$"))) {
      return Optional.of("has a name that begins with $");
    }
    if (path.indexOf('\0') >= 0) {
      return Optional.of("has a zero character");
    }
    if (names.stream().anyMatch(name -> name.contains("."))) {
      return Optional.of("has a name with a dot");
    }
    return names.size() > MAX_NAMES
        ? Optional.of("has " + names.size() + " names, at most " + MAX_NAMES)
        : Optional.empty();
  }
}
