package io.twophase.cli.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that ran in this process.
 *
 * @param exitCode what it answered to the shell
 * @param out all of stdout
 * @param err all of stderr
 */
public record CommandRun(int exitCode, String out, String err) {

  /** Runs a command. */
  public static CommandRun command(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Cli.run(
            arguments,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command on a store. */
  public static CommandRun on(String store, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--store", store));
    all.addAll(List.of(arguments));
    return command(all.toArray(new String[0]));
  }

  /** Stdout as the one JSON document that it must be. */
  public JsonNode json() {
    try {
      return new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .readTree(out);
    } catch (JsonProcessingException fault) {
      throw new AssertionError("not one JSON document: " + out, fault);
    }
  }

  /** The lines of stderr. */
  public List<String> complaints() {
    return err.lines().toList();
  }
}
