package io.twophase.app.recovery;

import io.twophase.app.engine.Ownership;
import io.twophase.app.recovery.RecoveryPass.FileOrder;
import io.twophase.app.recovery.RecoveryRuns.RecoveryScope;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One pass of recovery over members that ended records have left out. The caller that asked for
 * such a member goes on with it, in the next record or alone. If that caller is dead, or does
 * nothing for as long as the request says, then each member that still names its record is run here
 * alone. Once none does, the record says so, and no later pass looks. Used once.
 *
 * <p>The members of a record in order are run one by one, in their order: behind a member that is
 * not finished no later one is touched. Rows of an import in file order are only found here: they
 * are recovered with the other rows of their file.
 *
 * @param rows takes the rows of imports in file order
 * @param all what the pass has found: nothing at first
 */
record LeftOutRecovery(
    Records records, Ownership ownership, RecoveryRuns runs, FileOrder rows, List<LeftOut> all) {

  private static final Comparator<LeftOut> NEWEST_FIRST =
      Comparator.comparing((LeftOut left) -> left.record().createdAt())
          .thenComparing(left -> left.record().id())
          .reversed();

  /** Longer than any message is under way, whatever the request says of the age of records. */
  private static final Duration LONGEST_UNDER_WAY = Duration.ofHours(1);

  private RecoveryScope scope() {
    return runs.scope();
  }

  /** Recovers the members of old records, and of young ones whose owners are dead. */
  void recover() {
    // behind a page that is not the last there may be earlier rows that this pass does not see
    boolean seesAll =
        RecordQuery.leavingOut(Duration.ZERO, RecordQuery.MAX_LIMIT).pages(records, this::look);
    all.forEach(left -> sortRows(left, seesAll));
    List<LeftOut> due = due();
    runs.recover(
        due.stream()
            .filter(left -> !left.record().inOrder())
            .flatMap(left -> left.naming().stream())
            .filter(member -> !FileOrder.isFor(member) && scope().take(member))
            .toList());
    // of one call, a later record has taken the first of those that an earlier one left out
    due.stream()
        .filter(left -> left.record().inOrder())
        .sorted(NEWEST_FIRST)
        .forEach(left -> alone(left.record(), () -> recoverInOrder(left)));
  }

  private void alone(TransactionRecord record, Runnable work) {
    scope().alone(record.id().value(), record.state(), work);
  }

  private boolean look(List<Lookup> page) {
    for (Lookup lookup : page) {
      scope().unreadable(lookup);
      lookup.record().ifPresent(record -> alone(record, () -> look(record, lookup)));
    }
    return all.size() < RecordQuery.MAX_LIMIT;
  }

  private void look(TransactionRecord record, Lookup lookup) {
    boolean isOld = scope().isOld(lookup);
    boolean isSettled = lookup.unmodifiedFor().compareTo(LONGEST_UNDER_WAY) >= 0;
    if (record.isTombstone() && !(isOld && isSettled)) {
      // the members that name it are looked for among all: once, when none can come any more
      return;
    }
    LeftOut left = LeftOut.of(record, isOld, isSettled, records);
    left.lookups().forEach(scope()::unreadable);
    if (left.haveGoneOn()) {
      forget(record);
    } else if (!scope().isOfApplication(record)) {
      left.naming().forEach(rows::leave);
    } else if (!left.naming().isEmpty()) {
      all.add(left);
    }
  }

  private void sortRows(LeftOut left, boolean seesAll) {
    boolean isDue = seesAll && left.isOld();
    List<Lookup> inTurn = left.inTurn();
    for (Lookup row : left.naming()) {
      if (FileOrder.isFor(row)) {
        if (isDue && inTurn.contains(row) && scope().take(row)) {
          rows.add(row);
        } else {
          rows.leave(row);
        }
      }
    }
  }

  private List<LeftOut> due() {
    Set<TransactionRecord> abandoned =
        ownership.abandonedForCertain(
            all.stream()
                .filter(left -> !left.isOld())
                .map(LeftOut::record)
                .filter(ownership::isWatched)
                .toList());
    return all.stream().filter(left -> left.isOld() || abandoned.contains(left.record())).toList();
  }

  private void recoverInOrder(LeftOut left) {
    boolean areFinished = true;
    for (Lookup member : left.read(records).lookups()) {
      areFinished =
          switch (member.kind()) {
            case FOUND -> isFinished(left, member, areFinished);
            // a member that was never inserted comes after all that were
            case ABSENT -> areFinished && left.isSettled();
            case REMOVED -> areFinished;
            case UNREADABLE -> false;
          };
    }
  }

  /** Returns whether it is finished, after it was recovered if all before it are. */
  private boolean isFinished(LeftOut left, Lookup member, boolean areFinished) {
    if (!left.isNaming(member)) {
      return areFinished && RecoveryScope.state(member).isFinal();
    }
    if (FileOrder.isFor(member) || !scope().isWanted(member.id())) {
      return false;
    }
    if (!areFinished) {
      scope().waits(member, "an earlier transfer of its batch is not finished, and comes first");
      return false;
    }
    return runs.recover(member);
  }

  /** Notes in the records that no member that they left out names them, where it is so by now. */
  void forget() {
    for (LeftOut left : all) {
      alone(
          left.record(),
          () -> {
            if (left.read(records).haveGoneOn()) {
              forget(left.record());
            }
          });
    }
  }

  private void forget(TransactionRecord record) {
    records.move(List.of(Transition.forget(record.id(), record.state())));
  }

  /**
   * The members that an ended record has left out, as they were read.
   *
   * @param isOld whether the record ended so long ago that its owner counts as dead
   * @param isSettled whether it ended so long ago that no message of its time is still under way
   * @param ids of the members, in the record's order
   * @param lookups one for each of them
   */
  private record LeftOut(
      TransactionRecord record,
      boolean isOld,
      boolean isSettled,
      List<TransactionId> ids,
      List<Lookup> lookups) {

    /** The members that the record has left out; of a tombstone all that name it. */
    static LeftOut of(TransactionRecord record, boolean isOld, boolean isSettled, Records records) {
      List<TransactionId> ids =
          record.isTombstone()
              ? records.list(RecordQuery.naming(record)).stream()
                  .flatMap(named -> TransactionId.parse(named.id()).toJavaStream())
                  .toList()
              : List.copyOf(record.verdict().left());
      return new LeftOut(record, isOld, isSettled, ids, List.of()).read(records);
    }

    /** As they are now. */
    LeftOut read(Records records) {
      return new LeftOut(
          record, isOld, isSettled, ids, ids.isEmpty() ? List.of() : records.findMembers(ids));
    }

    /** Those that nobody has gone on with: they are free as long as they name the record. */
    List<Lookup> naming() {
      return lookups.stream().filter(this::isNaming).toList();
    }

    boolean isNaming(Lookup member) {
      return member.kind() == Lookup.Kind.FOUND
          && member.member().map(MemberDocument::record).equals(Optional.of(record.id()));
    }

    /**
     * Those that are not behind one that comes first, and that may be inserted yet: if the record
     * is in order, and one of them is not there.
     */
    List<Lookup> inTurn() {
      boolean mayLack = record.inOrder() && !isSettled;
      return lookups.stream()
          .takeWhile(member -> !mayLack || member.kind() != Lookup.Kind.ABSENT)
          .filter(this::isNaming)
          .toList();
    }

    /**
     * Returns whether none of them names the record, nor ever will. As long as messages of its time
     * may be under way, a member may be inserted yet, or come here from the record that left it out
     * before: so each of them must be seen to be alone, or decided by another record.
     */
    boolean haveGoneOn() {
      return lookups.stream()
          .allMatch(
              member ->
                  switch (member.kind()) {
                    case FOUND -> !isNaming(member) && (isSettled || hasGoneOn(member));
                    case ABSENT -> isSettled;
                    case REMOVED -> true;
                    case UNREADABLE -> false;
                  });
    }

    private static boolean hasGoneOn(Lookup member) {
      return member.member().isEmpty() || RecoveryScope.state(member) != State.PENDING;
    }
  }
}
