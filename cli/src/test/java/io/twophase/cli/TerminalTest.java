package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What somebody has stored is no order to the terminal that shows it, and no command for the shell
 * into which a suggested line is copied.
 */
class TerminalTest {

  /** What a terminal obeys: an escape, a C1 control, an override, an isolate, line ends. */
  private static final String ORDERS =
      "\u001b[2J\u009b31m\u202e\u2066\u2028\u2029\u0085\u007f\r\nforged";

  private static final String ORDERS_OF_NAMES = "\u202e\u2066\u200f";

  @TempDir Path folder;
  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  private void plant() {
    on("events", "on");
    on("account", "open", "A" + ORDERS_OF_NAMES, "--balance", "50");
    on("account", "open", "B");
    on("transfer", "A" + ORDERS_OF_NAMES, "B", "1", "--id", "t" + ORDERS_OF_NAMES);
    on("reverse", "t" + ORDERS_OF_NAMES, "--reason", ORDERS);
    on("authorize", "A" + ORDERS_OF_NAMES, "B", "1", "--id", "c");
    on("cancel", "c", "--reason", ORDERS);
    on("period", "open", "P" + ORDERS_OF_NAMES);
    on("period", "close", "P" + ORDERS_OF_NAMES, "--reason", ORDERS);
    try (MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase database = client.getDatabase("twophase");
      database
          .getCollection("transactions")
          .insertOne(new Document("_id", "x" + ORDERS).append("state", ORDERS).append("v", 1));
      database
          .getCollection("accounts")
          .insertOne(new Document("_id", "y" + ORDERS).append("status", ORDERS).append("v", 1));
      database
          .getCollection("stock" + ORDERS_OF_NAMES)
          .insertOne(new Document("_id", "z" + ORDERS).append("text" + ORDERS, ORDERS));
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  private CommandRun on(String... arguments) {
    return CommandRun.on(server.uri(), arguments);
  }

  @Test
  void nothingStoredIsPrintedAsATerminalWouldObeyIt() {
    plant();
    List<List<String>> commands =
        List.of(
            List.of("account", "list"),
            List.of("account", "show", "A" + ORDERS_OF_NAMES),
            List.of("account", "show", "y" + ORDERS),
            List.of("account", "statement", "A" + ORDERS_OF_NAMES),
            List.of("tx", "list"),
            List.of("tx", "show", "c"),
            List.of("tx", "show", "t" + ORDERS_OF_NAMES),
            List.of("tx", "show", "t" + ORDERS_OF_NAMES + ":reversal"),
            List.of("tx", "show", "x" + ORDERS),
            List.of("cancel", "t" + ORDERS_OF_NAMES),
            List.of("cancel", "c"),
            List.of("void", "c"),
            List.of("transfer", "A" + ORDERS_OF_NAMES, "B", "99", "--id", "u"),
            List.of("events"),
            List.of("events", "consumers"),
            List.of("period", "list"),
            List.of("period", "show", "P" + ORDERS_OF_NAMES),
            List.of("doc", "show", "stock" + ORDERS_OF_NAMES, "z" + ORDERS),
            List.of("recover", "--older-than", "0s"),
            List.of("scrub"),
            List.of("audit"));

    for (List<String> command : commands) {
      assertThat(printed(command).out().lines()).as(command.toString()).doesNotContain("forged");
    }
    printed(List.of("--json", "tx", "list"));
    printed(List.of("--json", "account", "list"));
    assertThat(on("--json", "tx", "show", "c").json().at("/reason/message").asText())
        .contains(ORDERS);
  }

  private CommandRun printed(List<String> command) {
    CommandRun ran = on(command.toArray(new String[0]));
    assertThat(ran.out() + ran.err())
        .as(command + " exits with " + ran.exitCode())
        .isNotEmpty()
        .matches("[\\n\\P{C}&&[^\\u2028\\u2029]]*");
    return ran;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q'; touch PWNED; '$(touch PWNED)`touch PWNED`\\ \"% !*",
        "\u202eright'\\0041 %s to left"
      })
  void aSuggestedCommandIsReadByAShellAsItIsMeant(String id) throws Exception {
    on("account", "open", id, "--balance", "9");
    on("account", "open", "B");
    on("authorize", id, "B", "1", "--id", id, "--approvals", "1", "--approver", id);

    assertThat(suggested("each of them by: ", "capture", id))
        .containsExactly("--store", server.uri(), "approve", id, "NAME");
    on("approve", id, id);
    on("capture", id);
    assertThat(suggested("to move it back: ", "cancel", id))
        .containsExactly("--store", server.uri(), "reverse", id);
    assertThat(suggested("to move it back: ", "capture", id, "0.50"))
        .containsExactly("--store", server.uri(), "reverse", id);
    assertThat(folder.resolve("PWNED")).doesNotExist();
  }

  /** The words with which the suggested command calls its program. */
  private List<String> suggested(String before, String... arguments)
      throws IOException, InterruptedException {
    CommandRun ran = on(arguments);
    assertThat(ran.err()).contains(before);
    String line = ran.err().substring(ran.err().lastIndexOf(before) + before.length()).strip();
    Path stub = folder.resolve("twophase");
    Files.writeString(stub, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwx------"));
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", line).directory(folder.toFile());
    shell.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
    Process process = shell.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(line + ": " + said).isZero();
    return said.lines().collect(Collectors.toList());
  }
}
