package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import whose batches are one transaction each answers as one whose rows are one each. */
class ImportAsOneTest {

  private static final String AS_ONE = "--batches-as-one";
  private static final String LONE = "--no-batches-as-one";
  private static final int ACCOUNTS = 12;

  /** More than a batch has. */
  private static final int ROWS = 700;

  private final Random random = Seed.random("ImportAsOneTest");
  @TempDir Path folder;

  private CommandRun importing(String database, Path accounts, Path transfers, String... options) {
    List<String> words =
        new ArrayList<>(List.of("--json", "import", "--accounts", accounts.toString()));
    words.addAll(List.of("--transfers", transfers.toString()));
    words.addAll(List.of(options));
    return on(database, words.toArray(String[]::new));
  }

  private CommandRun on(String database, String... words) {
    return CommandRun.on("embedded:" + folder.resolve(database), words);
  }

  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private String balances(String database) throws IOException {
    Path csv = folder.resolve(database + ".csv");
    assertThat(on(database, "account", "list", "--csv", csv.toString()).exitCode()).isZero();
    assertThat(on(database, "audit").exitCode()).isZero();
    return Files.readString(csv);
  }

  private JsonNode batch(String database, String id) {
    return on(database, "--json", "tx", "show", id).json().path("batch");
  }

  @Test
  void rowsThatPayForLaterRowsAreInOneBatchWithThem() throws IOException {
    Path accounts = file("a.csv", "id,balance", "A,10", "B,0", "C,0");
    Path circle =
        file("t.csv", "id,source,destination,amount", "r1,A,B,10", "r2,B,C,10", "r3,C,A,10");

    CommandRun ran = importing("one", accounts, circle);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.json().get("applied").asInt()).isEqualTo(3);
    assertThat(balances("one")).isEqualTo("id,balance\nA,10.00\nB,0.00\nC,0.00\n");
    assertThat(batch("one", "r1").asText()).startsWith("batch:");
    assertThat(batch("one", "r3")).isEqualTo(batch("one", "r1")).isEqualTo(batch("one", "r2"));
    // and not where it is turned off
    importing("many", accounts, circle, LONE);
    assertThat(batch("many", "r1").isMissingNode()).isTrue();
  }

  @Test
  void inFileOrderAllIsAsOneRowAfterTheOtherWithBadRowsInTheMiddle() throws IOException {
    Path accounts = accounts();
    Path transfers = transfers();
    Path refused = folder.resolve("refused.csv");

    CommandRun ofMany =
        importing("many", accounts, transfers, "--refused", refused.toString(), LONE);
    String refusedOfMany = Files.readString(refused);
    CommandRun ofOne =
        importing("one", accounts, transfers, "--refused", refused.toString(), AS_ONE);

    assertThat(ofOne.exitCode()).isEqualTo(ofMany.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(figures(ofOne)).isEqualTo(figures(ofMany));
    assertThat(ofOne.json().get("refused").has("InsufficientFunds")).isTrue();
    assertThat(ofOne.err()).isEqualTo(ofMany.err());
    assertThat(Files.readString(refused)).isEqualTo(refusedOfMany);
    assertThat(balances("one")).isEqualTo(balances("many"));
  }

  @Test
  void theSameFileAgainChangesNothingWithOrWithoutTheOption() throws IOException {
    Path accounts = accounts();
    Path transfers = transfers();
    ObjectNode first = figures(importing("one", accounts, transfers, AS_ONE));
    String balances = balances("one");

    ObjectNode again = figures(importing("one", accounts, transfers, AS_ONE));
    ObjectNode without = figures(importing("one", accounts, transfers, LONE));

    assertThat(again.get("alreadyDone").asInt()).isPositive();
    assertThat(first.put("alreadyDone", again.get("alreadyDone").asInt())).isEqualTo(again);
    assertThat(without).isEqualTo(again);
    assertThat(balances("one")).isEqualTo(balances);
    // and the other way about
    importing("many", accounts, transfers, LONE);
    assertThat(figures(importing("many", accounts, transfers, AS_ONE))).isEqualTo(again);
    assertThat(balances("many")).isEqualTo(balances);
  }

  @Test
  void aPartIsTakenUpWithAndWithoutTheOption() throws IOException {
    Path accounts = accounts();
    List<String> rows = rows();
    Path whole = Files.write(folder.resolve("whole.csv"), rows);
    Path part = Files.write(folder.resolve("part.csv"), rows.subList(0, ROWS / 3));
    importing("many", accounts, whole, LONE);
    String expected = balances("many");

    importing("one", accounts, part, AS_ONE);
    CommandRun goneOn = importing("one", accounts, whole, LONE);
    importing("other", accounts, part, LONE);
    CommandRun goneOnAsOne = importing("other", accounts, whole, AS_ONE);

    assertThat(goneOn.json().get("unknown").asInt()).isZero();
    assertThat(figures(goneOnAsOne)).isEqualTo(figures(goneOn));
    assertThat(balances("one")).isEqualTo(expected);
    assertThat(balances("other")).isEqualTo(expected);
  }

  @Test
  void inAnyOrderEveryRowIsAnsweredAndNoMoneyIsLost() throws IOException {
    CommandRun ran = importing("one", accounts(), transfers(), "--order", "any", AS_ONE);

    JsonNode answer = ran.json();
    int refused = 0;
    for (JsonNode each : answer.get("refused")) {
      refused += each.asInt();
    }
    assertThat(answer.get("applied").asInt() + refused).isEqualTo(answer.get("rows").asInt());
    assertThat(answer.get("unknown").asInt()).isZero();
    JsonNode audit = on("one", "--json", "audit").json();
    assertThat(audit.get("findings")).isEmpty();
    assertThat(audit.get("balance")).isEqualTo(audit.get("opening"));
  }

  @Test
  void inMemoryTheBalancesAreTheSame() throws IOException {
    Path accounts = accounts();
    Path transfers = transfers();
    CommandRun ran =
        CommandRun.on(
            "memory:",
            "--json",
            "import",
            "--accounts",
            accounts.toString(),
            "--transfers",
            transfers.toString(),
            AS_ONE);

    assertThat(figures(ran)).isEqualTo(figures(importing("one", accounts, transfers, AS_ONE)));
  }

  @Test
  void runHasTheOptionToo() throws IOException {
    importing(
        "one", file("a.csv", "id,balance", "A,10", "B,0"), file("t.csv", rows().get(0)), LONE);
    List<String> payments = new ArrayList<>();
    for (int at = 0; at < 100; at++) {
      payments.add(
          "{\"id\":\"p%d\",\"operations\":[{\"debit\":\"A\",\"amount\":\"0.01\"},{\"credit\":\"B\",\"amount\":\"0.01\"}]}"
              .formatted(at));
    }
    Path requests = Files.write(folder.resolve("requests.json"), payments);

    CommandRun ran = on("one", "run", requests.toString(), "--order", "any");

    assertThat(ran.out()).endsWith("100 transactions: 100 done\n");
    assertThat(balances("one")).contains("A,9.00", "B,1.00");
    // the first ones may have gone before the others came, and the last ones behind them
    assertThat(
            IntStream.range(0, 100)
                .anyMatch(at -> batch("one", "p" + at).asText().startsWith("batch:")))
        .as("any of them is in a batch")
        .isTrue();
  }

  @Test
  void aCommandThatRunsNoBatchesDoesNotKnowIt() {
    for (String[] words : new String[][] {{"audit"}, {"bench"}, {"transfer", "A", "B", "1"}}) {
      List<String> all = new ArrayList<>(List.of(words));
      all.add(AS_ONE);

      CommandRun ran = CommandRun.on("memory:", all.toArray(String[]::new));

      assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.complaints()).singleElement().asString().contains(AS_ONE);
    }
  }

  /** The answer without what no two runs have in common. */
  private static ObjectNode figures(CommandRun ran) {
    ObjectNode figures = (ObjectNode) ran.json();
    figures.remove(List.of("seconds", "perSecond"));
    return figures;
  }

  private Path accounts() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,balance"));
    for (int at = 0; at < ACCOUNTS; at++) {
      lines.add("a" + at + "," + random.nextInt(200));
    }
    return Files.write(folder.resolve("accounts.csv"), lines);
  }

  private Path transfers() throws IOException {
    return Files.write(folder.resolve("transfers.csv"), rows());
  }

  /** Most of them good; some that cannot be used, to oneself, and to nobody. */
  private List<String> rows() {
    List<String> lines = new ArrayList<>(List.of("id,source,destination,amount"));
    for (int at = 0; at < ROWS; at++) {
      String amount = random.nextInt(20) == 0 ? "1.234" : "" + (1 + random.nextInt(100));
      lines.add(
          String.join(
              ",",
              "r" + at,
              "a" + random.nextInt(ACCOUNTS),
              "a" + random.nextInt(ACCOUNTS + 1),
              amount));
    }
    return lines;
  }
}
