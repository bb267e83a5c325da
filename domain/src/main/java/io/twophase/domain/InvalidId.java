package io.twophase.domain;

/**
 * A reason why a text cannot name a thing.
 *
 * @param thing what it was to name, such as "account id"
 * @param value the text as given
 * @param why what is wrong with it
 */
public record InvalidId(String thing, String value, String why) implements Reason {

  /** Its name in summaries. */
  public static final String KIND = "BadId";

  @Override
  public String kind() {
    return KIND;
  }

  /** One line that names the thing, the value (shortened if long) and the fault. */
  @Override
  public String message() {
    return thing + " " + Text.quoted(value) + " " + why;
  }
}
