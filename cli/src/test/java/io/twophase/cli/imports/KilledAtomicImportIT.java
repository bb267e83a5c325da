package io.twophase.cli.imports;

import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.CommandProcess;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An atomic import that is killed has happened as a whole or not at all, once recovered. */
class KilledAtomicImportIT {

  private static final int ACCOUNTS = 1_000;
  private static final int TRANSFERS = 5_000;
  private static final int KILLS = 5;

  private final Random random = Seed.random("KilledAtomicImportIT");
  @TempDir Path folder;

  @Test
  void isAllOrNothingAfterRecovery() throws Exception {
    List<String> before = new ArrayList<>(List.of("id,balance"));
    long[] balances = new long[ACCOUNTS];
    java.util.Arrays.fill(balances, 1_000_000);
    List<String> rows = new ArrayList<>(List.of("source,destination,amount"));
    for (int at = 0; at < ACCOUNTS; at++) {
      before.add(name(at) + "," + cents(balances[at]).toDecimal());
    }
    for (int at = 0; at < TRANSFERS; at++) {
      int source = random.nextInt(ACCOUNTS);
      int destination = (source + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      long amount = 1L + random.nextInt(1_000);
      balances[source] -= amount;
      balances[destination] += amount;
      rows.add(name(source) + "," + name(destination) + "," + cents(amount).toDecimal());
    }
    List<String> after = new ArrayList<>(List.of("id,balance"));
    for (int at = 0; at < ACCOUNTS; at++) {
      after.add(name(at) + "," + cents(balances[at]).toDecimal());
    }
    Files.write(folder.resolve("accounts.csv"), before);
    Files.write(folder.resolve("none.csv"), rows.subList(0, 1));
    Files.write(folder.resolve("transfers.csv"), rows);
    assertThat(
            CommandRun.on(
                    store(),
                    "import",
                    "--accounts",
                    folder.resolve("accounts.csv").toString(),
                    "--transfers",
                    folder.resolve("none.csv").toString())
                .exitCode())
        .isZero();

    Path log = folder.resolve("log");
    int killed = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      if (CommandProcess.start(log, importing()).killAfter(random.nextLong(300, 2_000))) {
        killed++;
      }
      assertThat(CommandRun.on(store(), "recover").exitCode()).isZero();
      assertThat(stored()).isIn(before, after);
    }
    System.out.println("KilledAtomicImportIT: killed " + killed + " times");
    assertThat(killed).isPositive();

    assertThat(CommandProcess.start(log, importing()).exitCode()).as(() -> read(log)).isZero();
    assertThat(stored()).isEqualTo(after);
    assertThat(CommandRun.on(store(), "audit").exitCode()).isZero();
  }

  private String[] importing() {
    return new String[] {
      "--store",
      store(),
      "import",
      "--atomic",
      "--transfers",
      folder.resolve("transfers.csv").toString()
    };
  }

  private static String name(int account) {
    return String.format(java.util.Locale.ROOT, "a%04d", account);
  }

  private String store() {
    return "embedded:" + folder.resolve("data");
  }

  private List<String> stored() throws IOException {
    Path csv = folder.resolve("balances.csv");
    assertThat(CommandRun.on(store(), "account", "list", "--csv", csv.toString()).exitCode())
        .isZero();
    return Files.readAllLines(csv);
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }
}
