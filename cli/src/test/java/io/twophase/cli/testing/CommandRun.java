package io.twophase.cli.testing;

import static com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;

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
        Cli.run(arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    return new CommandRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs a command on a store. */
  public static CommandRun on(String store, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--store", store));
    all.addAll(List.of(arguments));
    return command(all.toArray(new String[0]));
  }

  /** The balances of a store, as they are listed in a file. */
  public static List<String> balances(String store) throws IOException {
    Path csv = Files.createTempFile("balances", ".csv");
    try {
      on(store, "account", "list", "--csv", csv.toString()).succeeds();
      return Files.readAllLines(csv);
    } finally {
      Files.delete(csv);
    }
  }

  /** Stdout as the one JSON document that it must be. */
  public JsonNode json() {
    try {
      return new ObjectMapper().enable(FAIL_ON_TRAILING_TOKENS).readTree(out);
    } catch (JsonProcessingException fault) {
      throw new AssertionError("not one JSON document: " + out, fault);
    }
  }

  /** Demands that it ended with this code and one line on stderr, which is to be looked at. */
  public AbstractStringAssert<?> failsWith(int code) {
    assertThat(exitCode).as(out + err).isEqualTo(code);
    return assertThat(complaints()).singleElement().asString();
  }

  /** Demands that it ended well. */
  public CommandRun succeeds() {
    assertThat(exitCode).as(out + err).isZero();
    return this;
  }

  /** The lines of stderr. */
  public List<String> complaints() {
    return err.lines().toList();
  }
}
