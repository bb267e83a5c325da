package io.twophase.cli.context;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Converters;
import io.twophase.cli.text.Shell;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.storage.Durability;
import io.vavr.control.Option;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.regex.Pattern;

/** Where the documents are. */
public sealed interface StoreUri {

  String DEFAULT_DATABASE = "twophase";

  /** A name that every file system and every MongoDB takes as a database's. */
  Pattern DATABASE = Pattern.compile("database=[A-Za-z0-9_-]{1,63}");

  /** A text that may have a user and a password in it, whatever their @ was mistyped as. */
  Pattern OTHER = Pattern.compile("^(\\W*\\w[\\w+.-]*+[:;/\\\\]*+).*[:@].*", Pattern.DOTALL);

  /**
   * A wire server in this process, persisted in a directory.
   *
   * @param database which of its databases, where that is said
   */
  record Embedded(Path directory, Durability durability, Option<String> database)
      implements StoreUri {
    /** The directory, as it is where nothing else is said. */
    public static Embedded of(Path directory) {
      return new Embedded(directory, Durability.PROCESS_END, Option.none());
    }

    /**
     * The URI of the database that this store names on the server that serves it, else of the
     * default one.
     *
     * @throws CommandFailure if no database is named, and all accounts are in other ones: the store
     *     would look empty
     */
    String uri(EmbeddedServer server) {
      return server.uri() + "/" + database.getOrElse(() -> unnamed(server));
    }

    private String unnamed(EmbeddedServer server) {
      SortedSet<String> holders = server.databasesWith("accounts");
      if (holders.isEmpty() || holders.contains(DEFAULT_DATABASE)) {
        return DEFAULT_DATABASE;
      }
      throw CommandFailure.storeRefused(
          "store embedded:%s has no accounts in its database '%s', but in '%s': name it, --store %s"
              .formatted(
                  directory,
                  DEFAULT_DATABASE,
                  String.join("', '", holders),
                  Shell.quoted("embedded:" + directory + "?database=" + holders.first())));
    }

    private Embedded durability(Durability other) {
      return new Embedded(directory, other, database);
    }

    private Embedded database(String name) {
      return new Embedded(directory, durability, Option.some(name));
    }
  }

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
        "store '"
            + OTHER.matcher(text).replaceFirst("$1…")
            + "' is none of embedded:DIR, memory:, mongodb://… and mongodb+srv://…");
  }

  private static Embedded embedded(String rest, String text) {
    int options = rest.indexOf('?');
    if (options < 0) {
      return Embedded.of(directory(rest, text));
    }
    Embedded store = Embedded.of(directory(rest.substring(0, options), text));
    for (String option : rest.substring(options + 1).split("&", -1)) {
      store = with(store, option, text);
    }
    return store;
  }

  private static Embedded with(Embedded store, String option, String text) {
    if (DATABASE.matcher(option).matches()) {
      return store.database(option.substring(option.indexOf('=') + 1));
    }
    return switch (option) {
      case "durable=true" -> store.durability(Durability.POWER_CUT);
      case "durable=false" -> store.durability(Durability.PROCESS_END);
      default ->
          throw CommandFailure.badInput(
              "store '%s' has the option '%s'; those of embedded:DIR are durable=true and database=NAME"
                  .formatted(text, option));
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
