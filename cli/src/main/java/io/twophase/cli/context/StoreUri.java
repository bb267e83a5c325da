package io.twophase.cli.context;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Converters;
import io.twophase.embedded.EmbeddedUri;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.IORunnable;

/** The address of the documents. */
public sealed interface StoreUri {

  /** A text that may have a user and a password in it, whatever their @ was mistyped as. */
  Pattern OTHER = Pattern.compile("^(\\W*\\w[\\w+.-]*+[:;/\\\\]*+).*[:@].*", Pattern.DOTALL);

  /** A wire server in this process, persisted in a directory. */
  record Embedded(EmbeddedUri uri) implements StoreUri {

    /** Returns whether its directory is not there: then it is made as the store is opened. */
    public boolean isMissing() {
      return Files.notExists(uri.directory());
    }
  }

  /** In memory, gone when the command ends. */
  record Memory() implements StoreUri {}

  /** A server somewhere. */
  record Server(String uri) implements StoreUri {

    private static final Pattern PARTS =
        Pattern.compile("(mongodb(?:\\+srv)?://([^/?]*@)?[^/?]+)/?([^?]*)\\??(.*)");

    /** Options by which a login does not depend on the database that the URI names. */
    private static final Pattern LOGIN =
        Pattern.compile("(.*&)?(authSource=|authMechanism=(?!SCRAM)).*", Pattern.CASE_INSENSITIVE);

    /** The URI of another database on the server, for the same user. */
    public String named(String database) {
      Matcher parts = PARTS.matcher(uri);
      if (!parts.matches()) {
        return uri;
      }
      String options = parts.group(4);
      if (parts.group(2) != null && !LOGIN.matcher(options).matches()) {
        String source = parts.group(3).isEmpty() ? "admin" : parts.group(3);
        options += (options.isEmpty() ? "" : "&") + "authSource=" + source;
      }
      return parts.group(1) + "/" + database + (options.isEmpty() ? "" : "?" + options);
    }
  }

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
        "store '%s' is none of embedded:DIR, memory:, mongodb://… and mongodb+srv://…"
            .formatted(OTHER.matcher(text).replaceFirst("$1…")));
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

  /**
   * A server that a command starts for its own time.
   *
   * @param uri where it is
   * @param end ends it
   */
  record OwnServer(String uri, IORunnable end) implements AutoCloseable {

    /**
     * Does the work on the server that the store names; else on one that is started in the store's
     * directory, or, if the user has named no store, in a folder that is removed at the end.
     *
     * @param inMemory why a store in memory is refused
     * @param folder the beginning of the folder's name
     */
    public static <T> T with(
        CommandContext context,
        String inMemory,
        String folder,
        IOFunction<EmbeddedUri, OwnServer> start,
        IOFunction<StoreUri.Server, T> work)
        throws IOException {
      StoreUri store = StoreUri.parse(context.store());
      if (store instanceof StoreUri.Server server) {
        return work.apply(server);
      }
      CommandFailure.badInputIf(store instanceof StoreUri.Memory, inMemory);
      if (context.isGiven("--store") && store instanceof StoreUri.Embedded embedded) {
        return on(embedded.uri(), start, work);
      }
      Path own = Files.createTempDirectory(folder);
      try {
        return on(EmbeddedUri.of(own), start, work);
      } finally {
        PathUtils.deleteDirectory(own);
      }
    }

    private static <T> T on(
        EmbeddedUri directory,
        IOFunction<EmbeddedUri, OwnServer> start,
        IOFunction<StoreUri.Server, T> work)
        throws IOException {
      try (OwnServer server = start.apply(directory)) {
        return work.apply(new StoreUri.Server(server.uri()));
      }
    }

    @Override
    public void close() throws IOException {
      end.run();
    }
  }
}
