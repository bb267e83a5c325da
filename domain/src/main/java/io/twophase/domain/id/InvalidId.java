package io.twophase.domain.id;

/**
 * Why a text cannot name a thing.
 *
 * @param kind what it was to name, such as "account id"
 * @param value the text as given
 * @param why what is wrong with it
 */
public record InvalidId(String kind, String value, String why) {

  private static final int SHOWN = 60;

  /** One line that names the thing, the value (shortened if long) and the fault. */
  public String message() {
    StringBuilder shown = new StringBuilder();
    value
        .codePoints()
        .limit(SHOWN)
        .forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? '\uFFFD' : c));
    return kind + " '" + shown + (value.length() > SHOWN ? "…" : "") + "' " + why;
  }
}
