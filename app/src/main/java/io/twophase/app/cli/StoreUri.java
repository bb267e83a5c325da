package io.twophase.app.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where the documents are. */
sealed interface StoreUri {

  /** A wire server in this process, persisted in a directory. */
  record Embedded(Path directory) implements StoreUri {}

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
      return new Embedded(directory(text.substring("embedded:".length()), text));
    }
    throw CommandFailure.badInput(
        "store '" + text + "' is none of embedded:DIR, memory:, mongodb://… and mongodb+srv://…");
  }

  private static Path directory(String directory, String text) {
    if (directory.isEmpty()) {
      throw CommandFailure.badInput("store '" + text + "' names no directory");
    }
    try {
      return Path.of(directory);
    } catch (InvalidPathException invalid) {
      throw CommandFailure.badInput("store '" + text + "' names no directory that can exist");
    }
  }
}
