package io.twophase.adapter.mongo;

import java.util.List;
import java.util.Locale;

/**
 * A text that is no MongoDB connection string. Its message is one line and has nothing of the
 * string's credentials; nor has it a cause, whose message might.
 */
public final class InvalidStoreUriException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final String UNSAID =
      "is malformed (its text is not shown, for it may hold credentials; in a user name or password,"
          + " escape any of : / ? # [ ] @ % as %XX)";

  private InvalidStoreUriException(String message) {
    super(message);
  }

  /** From what the driver says of the string. */
  static InvalidStoreUriException of(String uri, String complaint) {
    String what = mayQuoteSecrets(uri) ? UNSAID : complaint;
    return new InvalidStoreUriException(
        "the store's URI is no MongoDB connection string: "
            + what.replace('\n', ' ').replace('\r', ' '));
  }

  /** Refuses options that the driver does not know; only their names are said. */
  static InvalidStoreUriException ofUnknown(List<String> options) {
    return new InvalidStoreUriException(
        "the store's URI has "
            + (options.size() == 1 ? "the option " : "the options ")
            + String.join(", ", options)
            + ", which the driver does not know and would leave aside");
  }

  private static boolean mayQuoteSecrets(String uri) {
    String lower = uri.toLowerCase(Locale.ROOT);
    return List.of("@", "authmechanismproperties", "password").stream().anyMatch(lower::contains);
  }
}
