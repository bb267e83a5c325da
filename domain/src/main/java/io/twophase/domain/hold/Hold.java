package io.twophase.domain.hold;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Home;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.OperationDigest;
import io.twophase.domain.value.FieldPath;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim as its target stores it. A target has at most one hold of each mode of a record of a
 * home; and only a check and a range may be there at a time.
 *
 * @param home where its record is
 * @param record whose it is
 * @param epoch the epoch it was placed at or stamped with; only this one can settle it
 * @param mode which other holds there may be beside it
 * @param range how far the members may move a number; {@link Range#NONE} of a document's claim
 * @param fields the top-level fields that a check names, or the one that a range is of; none of an
 *     exclusive hold, nor of a range of an account
 * @param digest of the operation, {@link OperationDigest}; empty of a range
 * @param member the member whose operation it is, if the record decides several; none of a range
 */
public record Hold(
    Home home,
    RecordId record,
    Epoch epoch,
    HoldMode mode,
    Range range,
    Set<String> fields,
    String digest,
    Optional<TransactionId> member) {

  /** The fields do not change. */
  public Hold {
    fields = Set.copyOf(fields);
  }

  /** The hold that a request places, of a record of that home. */
  public static Hold of(Home home, Placing asked) {
    return asked
        .claim()
        .fold(
            range ->
                new Hold(
                    home,
                    asked.record(),
                    asked.epoch(),
                    HoldMode.ESCROW,
                    range.range(),
                    range.fields(),
                    "",
                    Optional.empty()),
            document -> of(home, asked, document.member(), document.operation()));
  }

  private static Hold of(
      Home home, Placing asked, TransactionId member, DocumentOperation operation) {
    return new Hold(
        home,
        asked.record(),
        asked.epoch(),
        operation.mode(),
        Range.NONE,
        checkedFields(operation),
        OperationDigest.of(operation),
        (asked.record().isOfMany() ? Optional.of(member) : Optional.empty()));
  }

  /** The top-level fields that a hold of an operation names, for those that may be beside it. */
  private static Set<String> checkedFields(DocumentOperation operation) {
    return operation instanceof CheckDocument check
        ? check.guards().stream()
            .flatMap(guard -> guard.paths().stream())
            .map(FieldPath::top)
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** Returns whether the hold is of that record. */
  public boolean isOf(Home otherHome, RecordId other) {
    return home.equals(otherHome) && record.equals(other);
  }

  /** Returns whether both are of one record, and a target has room for one of them only. */
  public boolean isInPlaceOf(Hold other) {
    return isOf(other.home, other.record) && (mode == other.mode || excludes(other));
  }

  /**
   * Returns whether a target that has this hold can have no other record's {@code other} beside it.
   * The relation is symmetric.
   */
  public boolean excludes(Hold other) {
    return mode == HoldMode.EXCLUSIVE
        || other.mode == HoldMode.EXCLUSIVE
        || (mode != other.mode && !Collections.disjoint(fields, other.fields));
  }

  /** The transaction whose operation it is, or the record of those whose range it is. */
  public TransactionId transaction() {
    return member.orElseGet(record::transaction);
  }

  /** This hold at another epoch. */
  public Hold at(Epoch other) {
    return new Hold(home, record, other, mode, range, fields, digest, member);
  }
}
