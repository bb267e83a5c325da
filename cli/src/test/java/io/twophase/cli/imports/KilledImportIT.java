package io.twophase.cli.imports;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.app.testing.CommandProcess;
import io.twophase.app.testing.SerialTransfers;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.testing.AmlSim;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.account.Opening;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import that is killed again and again leaves the balances that one in peace would. */
class KilledImportIT {

  private static final int ACCOUNTS = 300;
  private static final int TRANSFERS = 5_000;

  /** How often the import of the sample is killed; more with {@code -Dtwophase.kills=20}. */
  private static final int SAMPLE_KILLS = Integer.getInteger("twophase.kills", 4);

  private final Random random = Seed.random("KilledImportIT");
  @TempDir Path folder;

  @Test
  void ofARandomFile() throws Exception {
    List<Opening> openings = new ArrayList<>();
    List<TransferRequest> requests = new ArrayList<>();
    writeFiles(openings, requests);
    String[] importing = {
      "import",
      "--accounts",
      folder.resolve("accounts.csv").toString(),
      "--transfers",
      folder.resolve("transfers.csv").toString()
    };

    killUntilItEnds(importing, 3, 400, 1_200);

    List<String> expected = new ArrayList<>(List.of("id,balance"));
    new SerialTransfers(openings)
        .run(requests)
        .balances()
        .forEach((id, balance) -> expected.add(id + "," + cents(balance.longValue()).toDecimal()));
    assertThat(balances()).containsExactlyElementsOf(expected);
    assertThat(CommandRun.on(store(), "audit").exitCode()).isZero();
  }

  @Test
  @Tag("deep")
  void ofTheAmlSimSample() throws Exception {
    assumeTrue(AmlSim.isHere(), "skipped: " + AmlSim.FOLDER + " is not here");

    killUntilItEnds(AmlSim.importing(), SAMPLE_KILLS, 2_000, 8_000);

    assertThat(balances()).containsExactlyElementsOf(Files.readAllLines(AmlSim.expectedBalances()));
  }

  private void killUntilItEnds(String[] command, int kills, int least, int most) throws Exception {
    Path log = folder.resolve("log");
    String[] onStore =
        Stream.concat(Stream.of("--store", store()), Stream.of(command)).toArray(String[]::new);
    int killed = 0;
    for (int kill = 0; kill < kills; kill++) {
      if (CommandProcess.start(log, onStore).killAfter(random.nextLong(least, most))) {
        killed++;
      }
    }
    System.out.println("KilledImportIT: killed " + killed + " times");
    assertThat(killed).isPositive();
    assertThat(CommandProcess.start(log, onStore).exitCode()).as(() -> read(log)).isZero();
  }

  private String store() {
    return "embedded:" + folder.resolve("data");
  }

  private List<String> balances() throws Exception {
    Path csv = folder.resolve("balances.csv");
    assertThat(CommandRun.on(store(), "account", "list", "--csv", csv.toString()).exitCode())
        .isZero();
    return Files.readAllLines(csv);
  }

  private void writeFiles(List<Opening> openings, List<TransferRequest> requests) throws Exception {
    List<String> accounts = new ArrayList<>(List.of("id,balance"));
    for (int at = 0; at < ACCOUNTS; at++) {
      Opening opening = account("a" + at).opening(cents(random.nextInt(20_000)));
      openings.add(opening);
      accounts.add(opening.id() + "," + opening.balance().toDecimal());
    }
    List<String> transfers = new ArrayList<>(List.of("source,destination,amount"));
    for (int at = 0; at < TRANSFERS; at++) {
      TransferRequest request =
          new TransferRequest(
              transactionId("transfers.csv:" + (at + 2)),
              accountId("a" + random.nextInt(ACCOUNTS)),
              accountId("a" + random.nextInt(ACCOUNTS + 1)),
              cents(1 + random.nextInt(10_000)));
      requests.add(request);
      transfers.add(
          request.source() + "," + request.destination() + "," + request.amount().toDecimal());
    }
    Files.write(folder.resolve("accounts.csv"), accounts);
    Files.write(folder.resolve("transfers.csv"), transfers);
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }
}
