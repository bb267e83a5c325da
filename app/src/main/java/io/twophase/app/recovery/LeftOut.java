package io.twophase.app.recovery;

import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.util.List;

/**
 * The members that an ended record has left out, as they were read.
 *
 * @param isOld whether the record ended so long ago that its owner counts as dead
 * @param isSettled whether it ended so long ago that no message of its time is still under way
 * @param ids of the members, in the record's order
 * @param lookups one for each of them
 */
record LeftOut(
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
            : record.verdict().left().toJavaList();
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
        && member.member().map(MemberDocument::record).contains(record.id());
  }

  /**
   * Those that are not behind one that comes first, and that may be inserted yet: if the record is
   * in order, and one of them is not there.
   */
  List<Lookup> inTurn() {
    boolean mayLack = record.inOrder() && !isSettled;
    return lookups.stream()
        .takeWhile(member -> !mayLack || member.kind() != Lookup.Kind.ABSENT)
        .filter(this::isNaming)
        .toList();
  }

  /**
   * Whether none of them names the record, nor ever will. As long as messages of its time may be
   * under way, a member may be inserted yet, or come here from the record that left it out before:
   * so each of them must be seen to be alone, or decided by another record.
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
