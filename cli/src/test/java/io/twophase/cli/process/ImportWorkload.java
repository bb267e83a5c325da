package io.twophase.cli.process;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.app.testing.SerialTransfers;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Random accounts and transfers between them, as files and as what the files mean. */
public final class ImportWorkload {

  private final Random random;
  private final Path folder;
  private final boolean isRich;
  private final List<Opening> openings = new ArrayList<>();
  private final List<TransferRequest> requests = new ArrayList<>();

  private ImportWorkload(Random random, Path folder, boolean isRich, int accounts)
      throws IOException {
    this.random = random;
    this.folder = folder;
    this.isRich = isRich;
    List<String> lines = new ArrayList<>(List.of("id,balance"));
    for (int at = 0; at < accounts; at++) {
      Opening opening =
          account("a" + at).opening(cents(isRich ? 1_000_000 : random.nextInt(20_000)));
      openings.add(opening);
      lines.add(opening.id() + "," + opening.balance().toDecimal());
    }
    Files.write(accounts(), lines);
  }

  /** With so many accounts, of which many will run dry. */
  public static ImportWorkload of(Random random, Path folder, int accounts) throws IOException {
    return new ImportWorkload(random, folder, false, accounts);
  }

  /** With so many accounts, all of them able to pay, and transfers that all are good. */
  public static ImportWorkload ofTheRich(Random random, Path folder, int accounts)
      throws IOException {
    return new ImportWorkload(random, folder, true, accounts);
  }

  /** Another file of transfers: some to oneself, and some to an account that there is not. */
  public Path transfers(String name, int rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("source,destination,amount"));
    for (int at = 0; at < rows; at++) {
      int source = random.nextInt(openings.size());
      int destination =
          isRich
              ? (source + 1 + random.nextInt(openings.size() - 1)) % openings.size()
              : random.nextInt(openings.size() + 1);
      TransferRequest request =
          new TransferRequest(
              transactionId(name + ":" + (at + 2)),
              accountId("a" + source),
              accountId("a" + destination),
              cents(1 + random.nextInt(isRich ? 1_000 : 10_000)));
      requests.add(request);
      lines.add(
          request.source() + "," + request.destination() + "," + request.amount().toDecimal());
    }
    return Files.write(folder.resolve(name), lines);
  }

  /** The file of the accounts. */
  public Path accounts() {
    return folder.resolve("accounts.csv");
  }

  /** What the accounts open with. */
  public List<Opening> openings() {
    return openings;
  }

  /** The rows of all files. */
  public List<TransferRequest> requests() {
    return requests;
  }

  /** The rows of all files that are transfers at all, from one account to another. */
  public Set<TransactionId> ids() {
    return requests.stream()
        .filter(request -> !request.source().equals(request.destination()))
        .map(TransferRequest::id)
        .collect(Collectors.toSet());
  }

  /** The balances that all files leave, one row after the other, as they are listed. */
  public List<String> balances() {
    List<String> lines = new ArrayList<>(List.of("id,balance"));
    new SerialTransfers(openings)
        .run(requests)
        .balances()
        .forEach((id, balance) -> lines.add(id + "," + cents(balance.longValue()).toDecimal()));
    return lines;
  }

  /** The command that imports one of its files. */
  public String[] importing(String uri, Path transfers, String order) {
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
