package io.twophase.domain.transaction;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The rules of labels. What is stored must pass through MongoDB's field names and UTF-8, and what
 * is shown through a line of a table: so no key has a dot or a leading {@code $}, and no text a
 * control character.
 */
final class LabelRules {

  private static final int SHOWN = 60;

  private LabelRules() {}

  static Optional<InvalidLabel> fault(Optional<String> reference, Map<String, String> metadata) {
    return reference.flatMap(LabelRules::reference).or(() -> metadata(metadata));
  }

  private static Optional<InvalidLabel> reference(String text) {
    return inLength(text, 1, Labels.MAX_REFERENCE)
        .or(() -> characters(text))
        .or(
            () ->
                isSpace(text.charAt(0)) || isSpace(text.charAt(text.length() - 1))
                    ? Optional.of("begins or ends with white space")
                    : Optional.empty())
        .map(why -> invalid(InvalidLabel.Part.REFERENCE, "reference " + quoted(text) + why));
  }

  private static Optional<InvalidLabel> metadata(Map<String, String> metadata) {
    if (metadata.size() > Labels.MAX_ENTRIES) {
      return Optional.of(
          invalid(
              InvalidLabel.Part.METADATA,
              "metadata of " + metadata.size() + " entries, at most " + Labels.MAX_ENTRIES));
    }
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      Optional<InvalidLabel> fault = entry(entry.getKey(), entry.getValue());
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<InvalidLabel> entry(String key, String value) {
    Objects.requireNonNull(key, "a key of the metadata");
    Objects.requireNonNull(value, () -> "the value of the metadata's key " + key);
    return key(key)
        .map(why -> invalid(InvalidLabel.Part.METADATA, "metadata key " + quoted(key) + why))
        .or(
            () ->
                inLength(value, 0, Labels.MAX_VALUE)
                    .or(() -> characters(value))
                    .map(
                        why ->
                            invalid(
                                InvalidLabel.Part.METADATA,
                                "metadata " + key + ": value " + quoted(value) + why)));
  }

  private static Optional<String> key(String key) {
    return inLength(key, 1, Labels.MAX_KEY)
        .or(() -> characters(key))
        .or(() -> key.startsWith("$") ? Optional.of("begins with $") : Optional.empty())
        .or(() -> key.contains(".") ? Optional.of("has a dot") : Optional.empty());
  }

  private static Optional<String> inLength(String text, int least, int most) {
    if (text.length() < least) {
      return Optional.of("is empty");
    }
    return text.length() > most
        ? Optional.of("has " + text.length() + " characters, at most " + most)
        : Optional.empty();
  }

  private static Optional<String> characters(String text) {
    if (text.codePoints().anyMatch(Character::isISOControl)) {
      return Optional.of("has a control character");
    }
    return text.codePoints().anyMatch(LabelRules::isNoCharacter)
        ? Optional.of("has a character that is not valid Unicode")
        : Optional.empty();
  }

  /** A surrogate without its other half, or what stands for a character that was not read. */
  private static boolean isNoCharacter(int codePoint) {
    return codePoint == 0xFFFD
        || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static InvalidLabel invalid(InvalidLabel.Part part, String why) {
    return new InvalidLabel(part, why);
  }

  /** The text for a message: on one line, and shortened if it is long. */
  private static String quoted(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(SHOWN)
        .forEach(
            c -> shown.appendCodePoint(Character.isISOControl(c) || isNoCharacter(c) ? 0xFFFD : c));
    return "'" + shown + (text.length() > SHOWN ? "…" : "") + "' ";
  }
}
