package io.twophase.cli.imports;

import io.twophase.Transactions;
import io.twophase.cli.text.InputFile;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Transaction;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the rows whose ids another file of the same name has taken: such an id is made of the
 * file's name and the line, and yesterday's file may have had both. A row of this file has not
 * moved then, though the record under its id asks for the same. The files' contents tell them
 * apart. A receipt does not name its file: the row may be this file's, and so counts as done. An
 * import of the row under another id would move the money twice.
 *
 * @param digest the contents of the file that is imported, as {@link InputFile#digest}
 */
record OtherFiles(Transactions transactions, String digest) {

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
          + " was used before, for the same accounts and amounts, by another file of this name, and"
          + " stays as it is: done, if this is that file, grown or corrected; if it is another"
          + " day's, import it with --id-prefix NAME";
    }
  }

  /**
   * Rows that were found decided.
   *
   * @param taken those that are certainly another file's
   * @param unknown how many are of a file that is not known any more
   */
  record Found(Set<TransactionId> taken, long unknown) {}

  /** Finds which files the rows of {@code ids}, all found decided, are of. */
  Found among(List<TransactionId> ids) {
    Set<TransactionId> taken = new HashSet<>();
    long unknown = 0;
    List<TransactionLookup> lookups = transactions.find(ids);
    for (int at = 0; at < ids.size(); at++) {
      Optional<ImportedRow> row =
          lookups.get(at) instanceof TransactionLookup.Found found
              ? found.record().body().importedRow()
              : Optional.empty();
      unknown += row.isEmpty() ? 1 : 0;
      if (row.filter(this::isOther).isPresent()) {
        taken.add(ids.get(at));
      }
    }
    return new Found(taken, unknown);
  }

  /** Returns whether a record is certainly that of a row of another file. */
  boolean isOf(Transaction record) {
    return record.body().importedRow().filter(this::isOther).isPresent();
  }

  private boolean isOther(ImportedRow row) {
    return !row.file().equals(digest);
  }

  /** Notes how many rows are of a file that is not known any more. */
  static void noteUnknown(ImportWork work, long rows) {
    work.note(
        rows,
        (rows == 1 ? " was" : " were") + " done by an import whose file is not known any more");
  }
}
