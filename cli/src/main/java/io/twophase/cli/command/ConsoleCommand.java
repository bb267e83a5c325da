package io.twophase.cli.command;

import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.TextLines;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleServer;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.TokenAccess;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.console.view.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves the console by itself. */
@Command(name = "console")
public final class ConsoleCommand extends SessionCommand implements Callable<Integer> {

  @Option(names = "--port", paramLabel = "P", defaultValue = "8099")
  int port;

  @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1")
  String host = "";

  @Option(names = "--actions")
  boolean actions;

  @Option(names = "--tokens", paramLabel = "FILE")
  @Nullable Path tokens;

  @Override
  public Integer call() {
    requirePort(port);
    Access access =
        tokens == null ? Access.local(System.getProperty("user.name")) : TokenFile.read(tokens);
    ConsoleSettings settings = ConsoleSettings.of(access).withActions(actions);
    context().requireStore();
    return untilAsked(
        () -> "the console has ended",
        (session, interruption) -> serve(session, settings, interruption));
  }

  private int serve(Session session, ConsoleSettings settings, Interruption interruption) {
    Console console = Console.over(session.twoPhase(), session.store(), settings);
    try (ConsoleServer server = start(console, host, port)) {
      answer(
          () -> Json.object("uri", server.uri(), "actions", actions),
          () -> "console at " + server.uri() + (actions ? ", with actions" : ", read-only"));
      if (context().isUnheard()) {
        return ExitCode.OUTPUT;
      }
      interruption.await();
    }
    return ExitCode.DONE;
  }

  /**
   * Demands that there can be a port of this number.
   *
   * @throws CommandFailure if not
   */
  public static void requirePort(int port) {
    CommandFailure.badInputIf(
        port < 0 || port > 65_535, "port " + port + " is not within 0 to 65535");
  }

  /**
   * Begins to serve a console.
   *
   * @throws CommandFailure if it cannot listen there
   */
  public static ConsoleServer start(Console console, String host, int port) {
    // in seconds: without it the JDK's server waits for ever for a request to come whole
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
    try {
      return ConsoleServer.start(console, host, port);
    } catch (IllegalArgumentException wrong) {
      throw CommandFailure.badInput("--host: " + wrong.getMessage());
    } catch (IOException taken) {
      throw CommandFailure.badInput(
          "cannot listen at %s, port %s: %s; --port names another"
              .formatted(host, port, taken.getMessage()));
    }
  }

  /** A file of who may ask a console: a name, a role and a token in each line. */
  static final class TokenFile {

    private TokenFile() {}

    /**
     * Reads the file. A message names a line, and never shows a token.
     *
     * @throws CommandFailure if it cannot be read, or a line is not so
     */
    static TokenAccess read(Path file) {
      List<TokenAccess.Token> tokens = new ArrayList<>();
      try (InputFile input = InputFile.of(file);
          TextLines lines = TextLines.open(input)) {
        while (lines.hasNext()) {
          String line = lines.next().strip();
          if (!line.isEmpty() && !line.startsWith("#")) {
            tokens.add(token(line.split("\\s+", -1), input + ", line " + lines.number()));
          }
        }
        CommandFailure.badInputIf(tokens.isEmpty(), input + " has no token");
      }
      return new TokenAccess(tokens);
    }

    private static TokenAccess.Token token(String[] words, String where) {
      CommandFailure.badInputIf(
          words.length != 3, where + ": a name, viewer or operator, and a token are wanted");
      Optional<Role> role =
          Arrays.stream(Role.values()).filter(one -> Json.lower(one).equals(words[1])).findFirst();
      if (role.isEmpty()) {
        throw CommandFailure.badInput(where + ": the second word is neither viewer nor operator");
      } else if (words[2].length() < TokenAccess.LEAST_LENGTH || words[0].length() > 100) {
        throw CommandFailure.badInput(
            "%s: the token needs %s characters or more, and the name has at most 100"
                .formatted(where, TokenAccess.LEAST_LENGTH));
      }
      return new TokenAccess.Token(new Caller(words[0], role.orElseThrow()), words[2]);
    }
  }
}
