package io.twophase.cli.imports;

import io.twophase.app.Transactions;
import io.twophase.cli.file.FileDigest;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.reason.Reason;
import io.twophase.domain.transaction.Transaction;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the rows whose ids another file of the same name has taken: such an id is made of the
 * file's name and the line, and yesterday's file may have had both. A row of this file has not
 * moved then, though the record under its id asks for the same. The files' contents tell them
 * apart. A receipt does not name its file, so it counts as another one's.
 */
final class OtherFiles {

  private final Transactions transactions;
  private final String digest;

  /**
   * Finds them.
   *
   * @param digest the contents of the file that is imported, as {@link FileDigest}
   */
  OtherFiles(Transactions transactions, String digest) {
    this.transactions = transactions;
    this.digest = digest;
  }

  /**
   * Why a row is not applied whose id is another file's.
   *
   * @param id of both rows
   */
  record Taken(TransactionId id) implements Reason {
    @Override
    public String kind() {
      return "IdReused";
    }

    @Override
    public String message() {
      return "id "
          + id
          + " was used before, for the same accounts and amounts, by another file of"
          + " this name, and stays as it is; new transfers: the same import with --id-prefix TEXT";
    }
  }

  /** Those of {@code ids}, all of rows that were found decided, that are another file's. */
  Set<TransactionId> among(List<TransactionId> ids) {
    List<TransactionLookup> lookups = transactions.find(ids);
    return IntStream.range(0, ids.size())
        .filter(
            at ->
                lookups
                    .get(at)
                    .fold(
                        found -> isOf(found.record()),
                        absent -> false,
                        unreadable -> false,
                        removed -> true))
        .mapToObj(ids::get)
        .collect(Collectors.toSet());
  }

  /** Whether a record is that of a row of another file, or of no file. */
  boolean isOf(Transaction record) {
    return !record.body().importedRow().exists(row -> row.file().equals(digest));
  }
}
