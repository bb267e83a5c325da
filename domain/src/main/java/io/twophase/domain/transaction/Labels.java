package io.twophase.domain.transaction;

import io.twophase.domain.Reason;
import io.twophase.domain.Text;
import io.twophase.domain.transaction.Labels.InvalidLabel;
import io.vavr.control.Either;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The labels of a transaction, by which a host finds it and describes it to people. It changes
 * nothing of what the transaction does, and is no part of what makes two requests the same: of two
 * that ask for the same under one id, the labels of the first are kept.
 *
 * @param reference what the host's own books call it, such as the number of an invoice; any number
 *     of transactions may have the same. 1 to {@value #MAX_REFERENCE} characters, no white space at
 *     either end
 * @param metadata anything else, by its key; at most {@value #MAX_ENTRIES} entries. A key has 1 to
 *     {@value #MAX_KEY} characters, does not begin with {@code $} and has no dot; a value has at
 *     most {@value #MAX_VALUE} characters. The order of the entries has no meaning
 * @param attempt which attempt of a function it is, if it is one
 */
public record Labels(
    Optional<String> reference, Map<String, String> metadata, Optional<Attempt> attempt) {

  /** The most characters of a reference, in UTF-16 units. */
  public static final int MAX_REFERENCE = 255;

  /** The most entries of the metadata. */
  public static final int MAX_ENTRIES = 32;

  /** The most characters of a key, in UTF-16 units. */
  public static final int MAX_KEY = 64;

  /** The most characters of a value, in UTF-16 units. */
  public static final int MAX_VALUE = 500;

  /** Nothing is said. */
  public static final Labels NONE = new Labels(Optional.empty(), Map.of());

  /**
   * For labels known to be good.
   *
   * @throws IllegalArgumentException if they break a rule; nothing of them has a control character
   *     or text that is not valid Unicode
   */
  public Labels {
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(metadata, "metadata");
    Objects.requireNonNull(attempt, "attempt");
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    Optional<InvalidLabel> invalid = fault(reference, metadata);
    if (invalid.isPresent()) {
      throw new IllegalArgumentException(invalid.orElseThrow().message());
    }
  }

  /** Labels of no function. */
  public Labels(Optional<String> reference, Map<String, String> metadata) {
    this(reference, metadata, Optional.empty());
  }

  /** For labels from outside: they, or what is wrong with the first that is wrong. */
  public static Either<InvalidLabel, Labels> of(
      Optional<String> reference, Map<String, String> metadata) {
    return fault(
            Objects.requireNonNull(reference, "reference"),
            Objects.requireNonNull(metadata, "metadata"))
        .map(Either::<InvalidLabel, Labels>left)
        .orElseGet(() -> Either.right(new Labels(reference, metadata)));
  }

  /**
   * Returns the same, with a reference.
   *
   * @throws IllegalArgumentException if it breaks the rule
   */
  public Labels referenced(String newReference) {
    return new Labels(
        Optional.of(Objects.requireNonNull(newReference, "newReference")), metadata, attempt);
  }

  /**
   * Returns the same, with an entry more, or in the place of one of that key.
   *
   * @throws IllegalArgumentException if it breaks a rule
   */
  public Labels with(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(metadata);
    more.put(key, value);
    return new Labels(reference, more, attempt);
  }

  /** Returns the same of an attempt of a function, or of none. */
  public Labels of(Optional<Attempt> newAttempt) {
    return new Labels(reference, metadata, newAttempt);
  }

  /** Returns whether nothing is said. */
  public boolean isEmpty() {
    return reference.isEmpty() && metadata.isEmpty() && attempt.isEmpty();
  }

  /** At most how many bytes they take in a record. */
  long bytes() {
    long bytes = reference.map(Text::bytes).orElse(0L);
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      bytes += Text.bytes(entry.getKey() + entry.getValue());
    }
    return bytes + attempt.map(Attempt::bytes).orElse(0L);
  }

  /** Returns whether all that {@code wanted} says is said here too. */
  public boolean include(Labels wanted) {
    return (wanted.reference.isEmpty() || wanted.reference.equals(reference))
        && metadata.entrySet().containsAll(wanted.metadata.entrySet());
  }

  /**
   * The rules of labels. MongoDB's field names and UTF-8 carry them as they are stored, and a line
   * of a table as they are shown: so no key has a dot or a leading {@code $}, and no text a control
   * character.
   */
  private static Optional<InvalidLabel> fault(
      Optional<String> reference, Map<String, String> metadata) {
    return reference.flatMap(Labels::reference).or(() -> metadata(metadata));
  }

  private static Optional<InvalidLabel> reference(String text) {
    return Text.faultOfName(text, MAX_REFERENCE)
        .map(why -> "reference " + Text.quoted(text) + " " + why)
        .map(InvalidLabel.BadReference::new);
  }

  private static Optional<InvalidLabel> metadata(Map<String, String> metadata) {
    if (metadata.size() > MAX_ENTRIES) {
      return invalid("metadata of " + metadata.size() + " entries, at most " + MAX_ENTRIES);
    }
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      Optional<String> fault = entry(entry.getKey(), entry.getValue());
      if (fault.isPresent()) {
        return invalid(fault.orElseThrow());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> entry(String key, String value) {
    Objects.requireNonNull(key, "a key of the metadata");
    Objects.requireNonNull(value, () -> "the value of the metadata's key " + key);
    return key(key)
        .map(why -> "metadata key " + Text.quoted(key) + " " + why)
        .or(
            () ->
                Text.faultOfLine(value, 0, MAX_VALUE)
                    .map(why -> "metadata " + key + ": value " + Text.quoted(value) + " " + why));
  }

  private static Optional<String> key(String key) {
    return Text.faultOfLine(key, 1, MAX_KEY)
        .or(() -> key.startsWith("$") ? Optional.of("begins with $") : Optional.empty())
        .or(() -> key.contains(".") ? Optional.of("has a dot") : Optional.empty());
  }

  private static Optional<InvalidLabel> invalid(String why) {
    return Optional.of(new InvalidLabel.BadMetadata(why));
  }

  /**
   * A label of a transaction is wrong.
   *
   * <p>Then: correct the label; nothing was stored.
   */
  public sealed interface InvalidLabel extends Reason {

    /**
     * The reference has more than 255 characters, a control character, or white space at an end.
     */
    record BadReference(String message) implements InvalidLabel {}

    /**
     * There are more than 32 entries, or a key has more than 64 characters, a dot or a leading
     * dollar, or a value has more than 500 characters, or a control character.
     */
    record BadMetadata(String message) implements InvalidLabel {}
  }
}
