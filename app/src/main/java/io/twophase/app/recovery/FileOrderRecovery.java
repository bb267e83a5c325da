package io.twophase.app.recovery;

import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Recovers what imports in file order have left undecided: row by row, in the file's order, so that
 * the balances are those of the file. Behind a row that could not be finished nothing more of its
 * file is touched.
 */
final class FileOrderRecovery {

  private static final Comparator<Transaction> BY_FILE_AND_ROW =
      Comparator.comparing((Transaction record) -> row(record).file())
          .thenComparing(record -> row(record).row());

  private final Predicate<Transaction> recovery;
  private final Consumer<Recovered> report;
  private final Map<String, Long> firstOpen = new HashMap<>();

  /**
   * @param recovery recovers one and reports it; answers whether it is finished
   * @param report receives the transactions that were not touched
   */
  FileOrderRecovery(Predicate<Transaction> recovery, Consumer<Recovered> report) {
    this.recovery = recovery;
    this.report = report;
  }

  /** Whether the order matters for this record: a decided one is only brought to its end. */
  static boolean isFor(Transaction record) {
    return record.state() == State.PENDING && isRow(record);
  }

  private static boolean isRow(Transaction record) {
    return record.body().importedRow().exists(ImportedRow::inFileOrder);
  }

  /** Notes an unfinished row that is not to be recovered here: later rows of its file then wait. */
  void leave(Transaction record) {
    if (isRow(record)) {
      firstOpen.merge(row(record).file(), row(record).row(), Math::min);
    }
  }

  /** Recovers {@code rows}, all of which this is for. */
  void recover(List<Transaction> rows) {
    for (Transaction record : rows.stream().sorted(BY_FILE_AND_ROW).toList()) {
      ImportedRow row = row(record);
      if (firstOpen.getOrDefault(row.file(), Long.MAX_VALUE) < row.row()) {
        report.accept(
            new Recovered.Unfinished(
                record.id().value(),
                record.state(),
                "an earlier row of its import is not finished, and comes first"));
      } else if (!recovery.test(record)) {
        leave(record);
      }
    }
  }

  private static ImportedRow row(Transaction record) {
    return record.body().importedRow().get();
  }
}
