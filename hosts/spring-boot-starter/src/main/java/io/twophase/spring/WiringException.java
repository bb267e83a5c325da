package io.twophase.spring;

import java.time.Duration;
import java.util.function.Consumer;

/** The application's beans and properties do not say what Twophase is to run on. */
public final class WiringException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private static final Duration LONGEST = Duration.ofDays(36_525);

  private final String action;

  private WiringException(String description, String action) {
    super(description);
    this.action = action;
  }

  /** Returns what there is to do about it, for people. */
  public String action() {
    return action;
  }

  /**
   * There is not the one client that the store is opened with.
   *
   * @param clients how many there are, none of which is the primary one
   */
  public static WiringException clients(long clients) {
    return clients == 0
        ? new WiringException(
            "Twophase needs a MongoClient, and the application has none.",
            "Set spring.mongodb.uri and leave MongoAutoConfiguration on, define a bean of type"
                + " com.mongodb.client.MongoClient, or define a Store or a TwoPhase bean of your"
                + " own. A host that wants no Twophase sets twophase.enabled=false.")
        : new WiringException(
            "Twophase needs one MongoClient, and the application has " + clients + ".",
            "Mark one of them as @Primary, or define a MongoStore bean over the one that Twophase"
                + " is to use.");
  }

  /** Nothing names a database. */
  public static WiringException noDatabase() {
    return new WiringException(
        "Twophase is not told in which database the accounts and the transaction records are.",
        "Set twophase.database, or name the database in spring.mongodb.database or"
            + " spring.mongodb.uri. Twophase does not fall back to the database \"test\".");
  }

  /** Refuses a name that can be no database of a host. */
  public static WiringException badDatabase(String name, String why) {
    return new WiringException(
        "Twophase cannot use the database \"" + name + "\": " + why + ".",
        "Name another database in twophase.database.");
  }

  /**
   * Demands that a property can have its value.
   *
   * @param use refuses a value that it cannot have
   */
  static <V> void require(String property, V value, Consumer<V> use) {
    try {
      use.accept(value);
    } catch (IllegalArgumentException wrong) {
      throw badValue(property, value, String.valueOf(wrong.getMessage()));
    }
  }

  /** Refuses a duration below so many milliseconds, or above a hundred years. */
  static void requireAtLeast(int millis, String property, Duration value) {
    if (value.compareTo(Duration.ofMillis(millis)) < 0 || value.compareTo(LONGEST) > 0) {
      throw badValue(
          property, value, "it is %s ms at least, and a hundred years at most".formatted(millis));
    }
  }

  /** Refuses a path that is empty, or ends with a slash. */
  static void requirePath(String property, String value) {
    if (value.isEmpty() || value.endsWith("/")) {
      throw badValue(property, value, "it is a path such as /twophase");
    }
  }

  private static WiringException badValue(String property, Object value, String why) {
    return new WiringException(
        "%s cannot be \"%s\": %s.".formatted(property, value, why),
        "Set " + property + " to another value.");
  }
}
