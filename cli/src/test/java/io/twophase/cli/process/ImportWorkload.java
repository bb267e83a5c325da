package io.twophase.cli.process;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random accounts and transfers between them, as files and as what the files mean. */
final class ImportWorkload {

  private final Random random;
  private final Path folder;
  private final List<Opening> openings = new ArrayList<>();
  private final List<TransferRequest> requests = new ArrayList<>();

  private ImportWorkload(Random random, Path folder) {
    this.random = random;
    this.folder = folder;
  }

  /** With so many accounts, of which many will run dry. */
  static ImportWorkload of(Random random, Path folder, int accounts) throws IOException {
    ImportWorkload workload = new ImportWorkload(random, folder);
    List<String> lines = new ArrayList<>(List.of("id,balance"));
    for (int at = 0; at < accounts; at++) {
      Opening opening = account("a" + at).opening(cents(random.nextInt(20_000)));
      workload.openings.add(opening);
      lines.add(opening.id() + "," + opening.balance().toDecimal());
    }
    Files.write(workload.accounts(), lines);
    return workload;
  }

  /** Another file of transfers: some to oneself, and some to an account that there is not. */
  Path transfers(String name, int rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("source,destination,amount"));
    for (int at = 0; at < rows; at++) {
      TransferRequest request =
          new TransferRequest(
              transactionId(name + ":" + (at + 2)),
              accountId("a" + random.nextInt(openings.size())),
              accountId("a" + random.nextInt(openings.size() + 1)),
              cents(1 + random.nextInt(10_000)));
      requests.add(request);
      lines.add(
          request.source() + "," + request.destination() + "," + request.amount().toDecimal());
    }
    return Files.write(folder.resolve(name), lines);
  }

  /** The file of the accounts. */
  Path accounts() {
    return folder.resolve("accounts.csv");
  }

  /** What the accounts open with. */
  List<Opening> openings() {
    return openings;
  }

  /** The rows of all files. */
  List<TransferRequest> requests() {
    return requests;
  }

  /** The command that imports one of its files. */
  String[] importing(String uri, Path transfers, String order) {
    return new String[] {
      "--store",
      uri,
      "import",
      "--accounts",
      accounts().toString(),
      "--order",
      order,
      "--transfers",
      transfers.toString()
    };
  }
}
