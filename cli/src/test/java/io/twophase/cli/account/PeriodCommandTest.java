package io.twophase.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeriodCommandTest {

  private static final String CLOSED = "period 2026-11 is closed: it takes no postings";

  @TempDir Path folder;

  private static EmbeddedServer server;
  private static int databases;

  @BeforeAll
  static void start() {
    server = EmbeddedServer.inMemory(0);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void openAccounts() {
    databases++;
    run("account", "open", "A", "--balance", "100");
    run("account", "open", "B");
  }

  private CommandRun run(String... arguments) {
    return CommandRun.on(server.uri() + "/periods" + databases, arguments);
  }

  private static void isDone(CommandRun run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aStatementNamesThePeriod() throws IOException {
    isDone(run("period", "open", "2026-11"));
    isDone(run("transfer", "A", "B", "1", "--id", "t1", "--period", "2026-11"));
    isDone(run("transfer", "A", "B", "1", "--id", "t2"));
    Path csv = folder.resolve("a.csv");

    JsonNode lines = run("statement", "A", "--json").json().get("lines");

    assertThat(lines.get(0).get("period").asText()).isEqualTo("2026-11");
    assertThat(lines.get(1).has("period")).isFalse();
    isDone(run("statement", "A", "--csv", csv.toString()));
    assertThat(Files.readAllLines(csv).get(1)).endsWith(",2026-11");
  }

  @Test
  void aClosedOneTakesNoPostingsWhicheverCommandAsks() throws IOException {
    Path requests =
        file(
            "r.json",
            "{\"operations\": [{\"debit\": \"A\", \"amount\": \"1\"}, {\"credit\": \"B\","
                + " \"amount\": \"1\"}]}");
    Path rows = file("rows.csv", "id,source,destination,amount\nr1,A,B,1\nr2,A,B,1\n");
    isDone(run("period", "open", "2026-11"));
    isDone(run("transfer", "A", "B", "1", "--id", "t1", "--period", "2026-11"));
    isDone(run("run", requests.toString(), "--period", "2026-11"));
    assertThat(run("tx", "show", "t1", "--json").json().get("period").asText())
        .isEqualTo("2026-11");

    isDone(run("period", "close", "2026-11", "--reason", "booked"));

    CommandRun refused = run("transfer", "A", "B", "1", "--period", "2026-11", "--json");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.json().at("/error/kind").asText()).isEqualTo("PeriodClosed");
    assertThat(refused.err()).contains(CLOSED);
    assertThat(run("authorize", "A", "B", "1", "--period", "2026-11").err()).contains(CLOSED);
    assertThat(run("authorize", "--transaction", requests.toString(), "--period", "2026-11").err())
        .contains("used before");
    CommandRun imported =
        run("import", "--transfers", rows.toString(), "--period", "2026-11", "--json");
    assertThat(imported.json().at("/refused/PeriodClosed").asInt()).isEqualTo(2);
    CommandRun whole =
        run("import", "--transfers", rows.toString(), "--period", "2026-11", "--atomic");
    assertThat(whole.err()).contains("already");
    assertThat(run("account", "show", "B", "--json").json().get("balance").asText())
        .isEqualTo("2.00");
  }

  @Test
  void closingSaysWhatItWaitsFor() {
    run("period", "open", "2026-11");
    isDone(run("authorize", "A", "B", "1", "--id", "hotel", "--period", "2026-11"));

    CommandRun closing = run("period", "close", "2026-11", "--json");

    assertThat(closing.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(closing.json().get("state").asText()).isEqualTo("closing");
    assertThat(closing.json().get("undecided").get(0).asText()).isEqualTo("hotel");
    assertThat(closing.json().get("undecidedCount").asInt()).isOne();
    assertThat(closing.complaints())
        .singleElement()
        .asString()
        .contains("1 posting begun in it not decided (hotel)")
        .contains("period close '2026-11'");
    isDone(run("capture", "hotel"));
    isDone(run("period", "close", "2026-11"));
    assertThat(run("period", "show", "2026-11", "--json").json().get("state").asText())
        .isEqualTo("closed");
    isDone(run("period", "reopen", "2026-11", "--reason", "Ann: one is missing"));
    assertThat(run("period", "list").out())
        .contains("PERIOD   STATE  NO NEW POSTINGS SINCE  REASON")
        .contains("2026-11  open                          Ann: one is missing");
  }

  @Test
  void whatIsNotThereOrNotSoIsRefusedInOneLine() {
    assertThat(run("period", "close", "2026-11").complaints())
        .containsExactly("twophase: period 2026-11 refused: there is no period 2026-11");
    assertThat(run("period", "show", "2026-11").complaints())
        .containsExactly("twophase: there is no period 2026-11");
    assertThat(run("transfer", "A", "B", "1", "--period", "2026-11").err())
        .contains("there is no period 2026-11");
    run("period", "open", "2026-11");
    run("period", "close", "2026-11");
    CommandRun again = run("period", "open", "2026-11", "--json");
    assertThat(again.json().at("/error/kind").asText()).isEqualTo("PeriodClosed");
    assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(run("transfer", "A", "B", "1", "--period", " ").exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("period", "open", "").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void oneThatCannotBeReadIsNamed() throws IOException {
    Path odd =
        file(
            "odd.json",
            "{\"operations\": [{\"insert\": \"periods\", \"document\": {\"_id\": \"odd\","
                + " \"open\": \"yes\"}}]}");
    isDone(run("run", odd.toString()));

    CommandRun list = run("period", "list", "--json");

    assertThat(list.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(list.json().at("/unreadable/0/period").asText()).isEqualTo("odd");
    assertThat(list.complaints())
        .containsExactly(
            "twophase: period odd cannot be read: its field open is neither true nor false");
    assertThat(run("period", "show", "odd").complaints())
        .containsExactly(
            "twophase: period odd cannot be read: its field open is neither true nor false");
  }

  @Test
  void anotherPeriodUnderOneIdIsNamed() {
    run("period", "open", "2026-11");
    run("transfer", "A", "B", "1", "--id", "t1", "--period", "2026-11");

    assertThat(run("transfer", "A", "B", "1", "--id", "t1").err())
        .contains("the period was 2026-11, not none");
  }
}
