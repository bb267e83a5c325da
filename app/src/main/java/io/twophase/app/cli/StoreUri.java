package io.twophase.app.cli;

import io.twophase.app.embedded.storage.Durability;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where the documents are. */
sealed interface StoreUri {

  /** A wire server in this process, persisted in a directory. */
  record Embedded(Path directory, Durability durability) implements StoreUri {}

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
    if (text.startsWith("embedded:")) {
      return embedded(text.substring("embedded:".length()), text);
    }
    throw CommandFailure.badInput(
        "store '" + text + "' is none of embedded:DIR, memory:, mongodb://… and mongodb+srv://…");
  }

  private static Embedded embedded(String rest, String text) {
    int options = rest.indexOf('?');
    return options < 0
        ? new Embedded(directory(rest, text), Durability.PROCESS_END)
        : new Embedded(
            directory(rest.substring(0, options), text),
            durability(rest.substring(options + 1), text));
  }

  private static Durability durability(String option, String text) {
    return switch (option) {
      case "durable=true" -> Durability.POWER_CUT;
      case "durable=false" -> Durability.PROCESS_END;
      default ->
          throw CommandFailure.badInput(
              "store '"
                  + text
                  + "' has the option '"
                  + option
                  + "'; the only one there is for embedded:DIR is durable=true");
    };
  }

  private static Path directory(String directory, String text) {
    if (directory.isEmpty()) {
      throw CommandFailure.badInput("store '" + text + "' names no directory");
    }
    try {
      return Path.of(directory);
    } catch (InvalidPathException invalid) {
      throw CommandFailure.badInput("--store embedded: " + Converters.pathFault(directory));
    }
  }
}
