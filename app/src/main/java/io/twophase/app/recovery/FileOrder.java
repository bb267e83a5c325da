package io.twophase.app.recovery;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The undecided rows of imports in file order. They are recovered row by row, in the file's order,
 * so that the balances are those of the file. Behind a row that is not finished no later row of its
 * file is touched.
 */
final class FileOrder {

  private static final Comparator<Lookup> BY_FILE_AND_ROW =
      Comparator.comparing((Lookup found) -> row(found).orElseThrow().file())
          .thenComparing(found -> row(found).orElseThrow().row());

  private final Map<String, Lookup> rows = new LinkedHashMap<>();
  private final Map<String, Long> firstOpen = new HashMap<>();

  private static Optional<ImportedRow> row(Lookup found) {
    return found.body().flatMap(NewTransaction::importedRow).filter(ImportedRow::inFileOrder);
  }

  /** Returns whether the order matters for it: a decided row is only brought to its end. */
  static boolean isFor(Lookup found) {
    return row(found).isPresent() && RecoveryScope.state(found) == State.PENDING;
  }

  /** Adds a row that is to be recovered. */
  void add(Lookup row) {
    rows.put(row.id(), row);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  boolean hasRow(String id) {
    return rows.containsKey(id);
  }

  /** Notes what is not recovered here: if it is an unfinished row, later rows of its file wait. */
  void leave(Lookup found) {
    row(found)
        .filter(row -> found.transaction().filter(one -> !one.state().isFinal()).isPresent())
        .ifPresent(row -> firstOpen.merge(row.file(), row.row(), Math::min));
  }

  /**
   * Recovers the rows.
   *
   * @param recovery recovers one and reports it; answers whether it is finished
   */
  void recover(Predicate<Lookup> recovery, RecoveryScope scope) {
    for (Lookup found : rows.values().stream().sorted(BY_FILE_AND_ROW).toList()) {
      ImportedRow row = row(found).orElseThrow();
      if (firstOpen.getOrDefault(row.file(), Long.MAX_VALUE) < row.row()) {
        scope.waits(found, "an earlier row of its import is not finished, and comes first");
      } else if (!recovery.test(found)) {
        leave(found);
      }
    }
  }
}
