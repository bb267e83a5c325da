package io.twophase.app.recovery;

import io.twophase.app.engine.Ownership;
import io.twophase.app.recovery.RecoveryRuns.RecoveryScope;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One pass of recovery: first the authorizations that have expired, then what is old, then what is
 * young and whose owner is dead, which takes seconds to know; then the members that records have
 * left out; last the old rows of imports in file order, in the order of the rows. Used once.
 */
record RecoveryPass(
    Records records, Ownership ownership, RecoveryRuns runs, FileOrder rows, List<Lookup> young) {

  private static final RecordQuery UNFINISHED =
      RecordQuery.unfinished(Duration.ZERO, RecordQuery.MAX_LIMIT);

  RecoveryPass(Records records, Ownership ownership, RecoveryRuns runs) {
    this(records, ownership, runs, new FileOrder(), new ArrayList<>());
  }

  private RecoveryScope scope() {
    return runs.scope();
  }

  void run() {
    recover(RecordQuery.overdue(RecordQuery.MAX_LIMIT), this::isExpired);
    recoverUnfinished();
    LeftOutRecovery leftOut =
        new LeftOutRecovery(records, ownership, runs, rows, new ArrayList<>());
    leftOut.recover();
    recoverRows();
    leftOut.forget();
  }

  /** Nobody works on what is authorized: so once it has expired, it is voided at once. */
  private boolean isExpired(Lookup found) {
    return found.record().filter(scope()::isOfApplication).isPresent() && scope().take(found);
  }

  private void recoverUnfinished() {
    int left =
        recover(
            scope().request().application().map(UNFINISHED::ownedBy).orElse(UNFINISHED),
            this::isOld);
    Set<TransactionRecord> abandoned =
        ownership.abandonedForCertain(
            young.stream().map(found -> found.record().orElseThrow()).toList());
    runs.recover(
        young.stream()
            .filter(found -> found.record().filter(abandoned::contains).isPresent())
            .limit(left)
            .toList());
  }

  /** Recovers those that are due, but for rows; answers how many more the pass may recover. */
  private int recover(RecordQuery all, Predicate<Lookup> isDue) {
    int[] left = {RecordQuery.MAX_LIMIT};
    all.pages(
        records,
        page -> {
          page.forEach(scope()::unreadable);
          List<Lookup> due =
              page.stream()
                  .filter(lookup -> lookup.record().isPresent())
                  .filter(isDue)
                  .limit(left[0])
                  .toList();
          left[0] -= due.size();
          due.stream().filter(FileOrder::isFor).forEach(rows::add);
          runs.recover(due.stream().filter(found -> !FileOrder.isFor(found)).toList());
          return left[0] > 0;
        });
    return left[0];
  }

  /** Returns whether it is old. A young one that may be abandoned is kept for later. */
  private boolean isOld(Lookup found) {
    boolean isOld = scope().isOld(found);
    boolean isTaken = (isOld || mayBeAbandoned(found)) && scope().take(found);
    if (isTaken && !isOld) {
      young.add(found);
    }
    return isTaken && isOld;
  }

  /** Keeps no more than a pass may recover: the next pass finds the rest. */
  private boolean mayBeAbandoned(Lookup found) {
    return young.size() < RecordQuery.MAX_LIMIT
        && found.record().filter(ownership::isWatched).isPresent()
        && !FileOrder.isFor(found);
  }

  /**
   * An earlier row of the same file may belong to another application, may be young, may be left
   * out, or a record of several may decide it: so all that is unfinished is looked through for
   * rows, whatever was asked for.
   */
  private void recoverRows() {
    if (rows.isEmpty()) {
      return;
    }
    UNFINISHED.pages(
        records,
        page -> {
          List<TransactionId> members =
              page.stream()
                  .flatMap(found -> found.record().stream())
                  .flatMap(record -> record.members().stream())
                  .filter(id -> !rows.hasRow(id.value()))
                  .toList();
          if (!members.isEmpty()) {
            records.findMembers(members).forEach(rows::leave);
          }
          return true;
        });
    rows.recover(runs);
  }

  /**
   * The undecided rows of imports in file order. They are recovered row by row, in the file's
   * order, so that the balances are those of the file. Behind a row that is not finished no later
   * row of its file is touched.
   */
  static final class FileOrder {

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

    /**
     * Notes what is not recovered here: if it is an unfinished row, later rows of its file wait.
     */
    void leave(Lookup found) {
      row(found)
          .filter(row -> found.transaction().filter(one -> !one.state().isFinal()).isPresent())
          .ifPresent(row -> firstOpen.merge(row.file(), row.row(), Math::min));
    }

    /** Recovers the rows, each by itself, and reports them. */
    void recover(RecoveryRuns runs) {
      for (Lookup found : rows.values().stream().sorted(BY_FILE_AND_ROW).toList()) {
        ImportedRow row = row(found).orElseThrow();
        if (firstOpen.getOrDefault(row.file(), Long.MAX_VALUE) < row.row()) {
          runs.scope()
              .waits(found, "an earlier row of its import is not finished, and comes first");
        } else if (!runs.recover(found)) {
          leave(found);
        }
      }
    }
  }
}
