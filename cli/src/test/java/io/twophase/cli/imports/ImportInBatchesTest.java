package io.twophase.cli.imports;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twophase.app.testing.SerialTransfers;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
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

/** An import in batches, of which one record decides each, is as one row after the other. */
class ImportInBatchesTest {

  private static final int ACCOUNTS = 12;

  /** More than a batch has. */
  private static final int ROWS = 700;

  private final Random random = Seed.random("ImportInBatchesTest");
  private final List<Opening> openings =
      IntStream.range(0, ACCOUNTS)
          .mapToObj(at -> account("a" + at).opening(usd(String.valueOf(random.nextInt(200)))))
          .toList();
  private final List<TransferRequest> requests = new ArrayList<>();
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

  private List<String> balances(String database) throws IOException {
    Path csv = folder.resolve(database + ".csv");
    assertThat(on(database, "account", "list", "--csv", csv.toString()).exitCode()).isZero();
    assertThat(on(database, "audit").exitCode()).isZero();
    List<String> lines = Files.readAllLines(csv);
    return lines.subList(1, lines.size());
  }

  private String batch(String database, String id) {
    return on(database, "--json", "tx", "show", id).json().path("batch").asText();
  }

  @Test
  void rowsThatPayForLaterRowsAreInOneBatchWithThem() throws IOException {
    Path accounts = file("a.csv", "id,balance", "A,10", "B,0", "C,0");
    Path circle =
        file("t.csv", "id,source,destination,amount", "r1,A,B,10", "r2,B,C,10", "r3,C,A,10");

    CommandRun ran = importing("one", accounts, circle);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.json().get("applied").asInt()).isEqualTo(3);
    assertThat(balances("one")).containsExactly("A,10.00", "B,0.00", "C,0.00");
    assertThat(batch("one", "r1")).startsWith("batch:");
    assertThat(batch("one", "r3")).isEqualTo(batch("one", "r1")).isEqualTo(batch("one", "r2"));
  }

  @Test
  void inFileOrderAllIsAsOneRowAfterTheOtherWithBadRowsInTheMiddle() throws IOException {
    CommandRun ran = importing("one", accounts(), transfers(rows()));

    SerialTransfers serial = serial();
    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.json().get("applied").asInt()).isEqualTo(serial.applied());
    assertThat(ran.json().get("refused").has("InsufficientFunds")).isTrue();
    assertThat(balances("one")).containsExactlyInAnyOrderElementsOf(lines(serial));
  }

  @Test
  void theSameFileAgainChangesNothing() throws IOException {
    Path accounts = accounts();
    Path transfers = transfers(rows());
    ObjectNode first = figures(importing("one", accounts, transfers));
    List<String> balances = balances("one");

    ObjectNode again = figures(importing("one", accounts, transfers));

    assertThat(again.get("alreadyDone").asInt()).isPositive();
    assertThat(first.put("alreadyDone", again.get("alreadyDone").asInt())).isEqualTo(again);
    assertThat(balances("one")).isEqualTo(balances);
  }

  @Test
  void aPartIsTakenUp() throws IOException {
    List<String> rows = rows();
    importing("one", accounts(), transfers(rows.subList(0, ROWS / 3)));

    CommandRun goneOn = importing("one", accounts(), transfers(rows));

    assertThat(goneOn.json().get("unknown").asInt()).isZero();
    assertThat(balances("one")).containsExactlyInAnyOrderElementsOf(lines(serial()));
  }

  @Test
  void inAnyOrderEveryRowIsAnsweredAndNoMoneyIsLost() throws IOException {
    CommandRun ran = importing("one", accounts(), transfers(rows()), "--order", "any");

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
  void inMemoryTheAnswerIsTheSame() throws IOException {
    String accounts = accounts().toString();
    Path transfers = transfers(rows());
    CommandRun ran =
        CommandRun.on(
            "memory:",
            "--json",
            "import",
            "--accounts",
            accounts,
            "--transfers",
            transfers.toString());

    assertThat(figures(ran)).isEqualTo(figures(importing("one", accounts(), transfers)));
  }

  @Test
  void runSharesBatchesToo() throws IOException {
    importing(
        "one",
        file("a.csv", "id,balance", "A,10", "B,0"),
        file("t.csv", "id,source,destination,amount"));
    List<String> payments = new ArrayList<>();
    for (int at = 0; at < 100; at++) {
      payments.add(
          "{\"id\":\"p%d\",\"operations\":[{\"debit\":\"A\",\"amount\":\"0.01\"},{\"credit\":\"B\",\"amount\":\"0.01\"}]}"
              .formatted(at));
    }
    Path lines = Files.write(folder.resolve("requests.json"), payments);

    CommandRun ran = on("one", "run", lines.toString(), "--order", "any");

    assertThat(ran.out()).endsWith("100 transactions: 100 done\n");
    assertThat(balances("one")).contains("A,9.00", "B,1.00");
    // the first ones may have gone before the others came, and the last ones behind them
    assertThat(IntStream.range(0, 100).anyMatch(at -> batch("one", "p" + at).startsWith("batch:")))
        .as("any of them is in a batch")
        .isTrue();
  }

  /** The answer without what no two runs have in common. */
  private static ObjectNode figures(CommandRun ran) {
    ObjectNode figures = (ObjectNode) ran.json();
    figures.remove(List.of("seconds", "perSecond"));
    return figures;
  }

  private Path accounts() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,balance"));
    openings.forEach(
        opening -> lines.add(opening.id().value() + "," + opening.balance().toDecimal()));
    return Files.write(folder.resolve("accounts.csv"), lines);
  }

  private Path transfers(List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,source,destination,amount"));
    lines.addAll(rows);
    return Files.write(folder.resolve("transfers.csv"), lines);
  }

  /** Most of them good; some that cannot be used, to oneself, and to nobody. */
  private List<String> rows() {
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < ROWS; at++) {
      String source = "a" + random.nextInt(ACCOUNTS);
      String destination = "a" + random.nextInt(ACCOUNTS + 1);
      boolean isGood = random.nextInt(20) > 0;
      String amount = isGood ? String.valueOf(1 + random.nextInt(100)) : "1.234";
      lines.add(String.join(",", "r" + at, source, destination, amount));
      if (isGood) {
        requests.add(
            new TransferRequest(
                transactionId("r" + at), accountId(source), accountId(destination), usd(amount)));
      }
    }
    return lines;
  }

  private SerialTransfers serial() {
    return new SerialTransfers(openings).run(requests);
  }

  private static List<String> lines(SerialTransfers serial) {
    return serial.balances().entrySet().stream()
        .map(
            of ->
                of.getKey().value()
                    + ","
                    + new Money(of.getValue().longValueExact(), USD).toDecimal())
        .toList();
  }
}
