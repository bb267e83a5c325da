package io.twophase.domain.transaction;

import io.vavr.control.Option;
import java.util.Map;
import java.util.Objects;

/**
 * Which labels there can be. What is stored must pass through MongoDB's field names and UTF-8, and
 * what is shown through a line of a table: so no key has a dot or a leading {@code $}, and no text
 * a control character.
 */
final class LabelRules {

  private static final int SHOWN = 60;

  private LabelRules() {}

  static Option<InvalidLabel> fault(Option<String> reference, Map<String, String> metadata) {
    return reference.flatMap(LabelRules::reference).orElse(() -> metadata(metadata));
  }

  private static Option<InvalidLabel> reference(String text) {
    return inLength(text, 1, Labels.MAX_REFERENCE)
        .orElse(() -> characters(text))
        .orElse(
            () ->
                Option.when(
                    isSpace(text.charAt(0)) || isSpace(text.charAt(text.length() - 1)),
                    "begins or ends with white space"))
        .map(why -> invalid(InvalidLabel.Part.REFERENCE, "reference " + quoted(text) + why));
  }

  private static Option<InvalidLabel> metadata(Map<String, String> metadata) {
    if (metadata.size() > Labels.MAX_ENTRIES) {
      return Option.some(
          invalid(
              InvalidLabel.Part.METADATA,
              "metadata of " + metadata.size() + " entries, at most " + Labels.MAX_ENTRIES));
    }
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      Option<InvalidLabel> fault = entry(entry.getKey(), entry.getValue());
      if (fault.isDefined()) {
        return fault;
      }
    }
    return Option.none();
  }

  private static Option<InvalidLabel> entry(String key, String value) {
    Objects.requireNonNull(key, "a key of the metadata");
    Objects.requireNonNull(value, () -> "the value of the metadata's key " + key);
    return key(key)
        .map(why -> invalid(InvalidLabel.Part.METADATA, "metadata key " + quoted(key) + why))
        .orElse(
            () ->
                inLength(value, 0, Labels.MAX_VALUE)
                    .orElse(() -> characters(value))
                    .map(
                        why ->
                            invalid(
                                InvalidLabel.Part.METADATA,
                                "metadata " + key + ": value " + quoted(value) + why)));
  }

  private static Option<String> key(String key) {
    return inLength(key, 1, Labels.MAX_KEY)
        .orElse(() -> characters(key))
        .orElse(() -> Option.when(key.startsWith("$"), "begins with $"))
        .orElse(() -> Option.when(key.contains("."), "has a dot"));
  }

  private static Option<String> inLength(String text, int least, int most) {
    if (text.length() < least) {
      return Option.some("is empty");
    }
    return Option.when(
        text.length() > most, () -> "has " + text.length() + " characters, at most " + most);
  }

  private static Option<String> characters(String text) {
    if (text.codePoints().anyMatch(Character::isISOControl)) {
      return Option.some("has a control character");
    }
    return Option.when(
        text.codePoints().anyMatch(LabelRules::isNoCharacter),
        "has a character that is not valid Unicode");
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
