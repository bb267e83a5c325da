package io.twophase.cli.imports;

import io.twophase.app.Transactions;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.cli.file.FileDigest;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the rows whose ids another file of the same name has taken: such an id is made of the
 * file's name and the line, and yesterday's file may have had both. What is another file, its
 * contents tell. Records that name no file, such as those of older versions, count as this one's.
 */
final class OtherFiles {

  private static final int READ_AT_ONCE = 500;

  private final Transactions transactions;
  private final String digest;
  private final List<TransactionId> found = new ArrayList<>();
  private long rows;

  /**
   * Counts.
   *
   * @param digest the contents of the file that is imported, as {@link FileDigest}
   */
  OtherFiles(Transactions transactions, String digest) {
    this.transactions = transactions;
    this.digest = digest;
  }

  /** An answer to a row whose id is made of the file's name. */
  void answered(TransactionOutcome outcome) {
    boolean foundDecided =
        outcome.fold(
            TransactionOutcome.Applied::foundDecided,
            TransactionOutcome.Refused::foundDecided,
            unknown -> false,
            notAsked -> false);
    if (foundDecided) {
      found.add(outcome.id());
    } else if (outcome instanceof TransactionOutcome.Refused refused
        && refused.refusal() instanceof Refusal.IdReused reused) {
      reused.existing().forEach(this::count);
    }
    if (found.size() >= READ_AT_ONCE) {
      read();
    }
  }

  /**
   * How many there are among those answered so far.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  long rows() {
    read();
    return rows;
  }

  private void read() {
    if (found.isEmpty()) {
      return;
    }
    for (TransactionLookup lookup : transactions.find(found)) {
      if (lookup instanceof TransactionLookup.Found seen) {
        count(seen.record());
      }
    }
    found.clear();
  }

  private void count(Transaction record) {
    if (record.body().importedRow().exists(row -> !row.file().equals(digest))) {
      rows++;
    }
  }
}
