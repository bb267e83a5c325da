package io.twophase.embedded;

import io.twophase.embedded.storage.Durability;
import io.twophase.embedded.storage.EmbeddedStoreException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;

/**
 * The URI of a store that an embedded server serves: {@code
 * embedded:DIR?durable=true&database=NAME}, of which only the directory must be said.
 *
 * @param durability of its writes; without the option, that of a process's end
 * @param database one of the server's, if the URI names one
 */
public record EmbeddedUri(Path directory, Durability durability, Optional<String> database) {

  private static final String SCHEME = "embedded:";
  private static final String DEFAULT_DATABASE = "twophase";

  /** A name that every file system and every MongoDB takes as a database's, for a host's own. */
  private static final Pattern DATABASE =
      Pattern.compile("database=(?!(admin|config|local)$)[A-Za-z0-9_-]{1,63}");

  /** A directory, with all else as it is where nothing is said. */
  public static EmbeddedUri of(Path directory) {
    return new EmbeddedUri(directory, Durability.PROCESS_END, Optional.empty());
  }

  /** Returns whether a text has the scheme of such a URI, in letters of any case. */
  public static boolean matches(String uri) {
    return uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /**
   * Reads a text that {@link #matches}.
   *
   * @throws InvalidPathException if it names what can be no directory
   * @throws IllegalArgumentException if it names no directory, or has an option that is unknown, or
   *     names a server's own database
   */
  public static EmbeddedUri parse(String uri) {
    String rest = uri.substring(SCHEME.length());
    int options = rest.indexOf('?');
    if (options < 0) {
      return of(directory(rest, uri));
    }
    EmbeddedUri parsed = of(directory(rest.substring(0, options), uri));
    for (String option : rest.substring(options + 1).split("&", -1)) {
      parsed = parsed.with(option, uri);
    }
    return parsed;
  }

  private static Path directory(String directory, String uri) {
    if (directory.isEmpty()) {
      throw new IllegalArgumentException("store '" + uri + "' names no directory");
    }
    return Path.of(directory);
  }

  private EmbeddedUri with(String option, String uri) {
    if (DATABASE.matcher(option).matches()) {
      return new EmbeddedUri(
          directory, durability, Optional.of(option.substring(option.indexOf('=') + 1)));
    }
    return switch (option) {
      case "durable=true" -> new EmbeddedUri(directory, Durability.POWER_CUT, database);
      case "durable=false" -> new EmbeddedUri(directory, Durability.PROCESS_END, database);
      default ->
          throw new IllegalArgumentException(
              "store '%s' has the option '%s'; those of embedded:DIR are durable=true and database=NAME, not admin, config or local"
                  .formatted(uri, option));
    };
  }

  /** Opens the server of the directory, on any free port, as {@link EmbeddedServer#open} does. */
  public EmbeddedServer openServer() {
    return EmbeddedServer.open(directory, 0, durability);
  }

  /**
   * Returns where a driver finds the named database on the server that serves it, else the default
   * one.
   *
   * @throws EmbeddedStoreException if no database is named, and all accounts are in other ones: the
   *     store would look empty
   */
  public String on(EmbeddedServer server) {
    return server.uri() + "/" + database.orElseGet(() -> unnamed(server));
  }

  private String unnamed(EmbeddedServer server) {
    SortedSet<String> holders = server.databasesWith("accounts");
    if (holders.isEmpty() || holders.contains(DEFAULT_DATABASE)) {
      return DEFAULT_DATABASE;
    }
    throw new EmbeddedStoreException(
        "store embedded:%s has no accounts in its database '%s', but in '%s': name it, 'embedded:%s?database=%s'"
            .formatted(
                directory,
                DEFAULT_DATABASE,
                String.join("', '", holders),
                directory,
                holders.first()),
        null);
  }
}
