package io.twophase.cli.context;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Converters;
import io.twophase.embedded.EmbeddedUri;
import java.nio.file.InvalidPathException;
import java.util.regex.Pattern;

/** Where the documents are. */
public sealed interface StoreUri {

  /** A text that may have a user and a password in it, whatever their @ was mistyped as. */
  Pattern OTHER = Pattern.compile("^(\\W*\\w[\\w+.-]*+[:;/\\\\]*+).*[:@].*", Pattern.DOTALL);

  /** A wire server in this process, persisted in a directory. */
  record Embedded(EmbeddedUri uri) implements StoreUri {}

  /** In memory, gone when the command ends. */
  record Memory() implements StoreUri {}

  /** A server somewhere. */
  record Server(String uri) implements StoreUri {}

  static StoreUri parse(String text) {
    if (text.equals("memory:")) {
      return new Memory();
    }
    if (text.startsWith("mongodb://") || text.startsWith("mongodb+srv://")) {
      return new Server(text);
    }
    if (EmbeddedUri.matches(text)) {
      return embedded(text);
    }
    throw CommandFailure.badInput(
        "store '"
            + OTHER.matcher(text).replaceFirst("$1…")
            + "' is none of embedded:DIR, memory:, mongodb://… and mongodb+srv://…");
  }

  private static Embedded embedded(String text) {
    try {
      return new Embedded(EmbeddedUri.parse(text));
    } catch (InvalidPathException invalid) {
      throw CommandFailure.badInput(
          "--store embedded: " + Converters.pathFault(invalid.getInput()));
    } catch (IllegalArgumentException wrong) {
      throw CommandFailure.badInput(String.valueOf(wrong.getMessage()));
    }
  }
}
