package io.twophase.domain.record;

import io.twophase.domain.hold.Hold;
import io.twophase.domain.transaction.State;

/**
 * A record proves this of a hold that was seen before the record was read. An {@linkplain #isOrphan
 * orphan} is never settled: anybody may withdraw it, as it was seen.
 */
public enum HoldProof {
  /** An orphan: its record is canceled, or done at another epoch, and finishing comes last. */
  FINISHED,
  /** An orphan: its record is a tombstone, so it never began. */
  NO_RECORD,
  /** An orphan: its record was taken over since it was placed, and settles its own epoch only. */
  OLDER_EPOCH,
  /**
   * Its record is done at the very epoch of the hold. It was settled, so it was gone before the
   * record was read; or, if it is still there, its settle has missed it, and what it stands for has
   * not happened. Nobody may withdraw it.
   */
  UNSETTLED,
  /** Its record is not finished, and may yet settle it. */
  ALIVE,
  /**
   * Nothing is proven, and it stays: its record cannot be read, is missing and may yet come, or is
   * not the one that was looked up.
   */
  UNPROVEN;

  /**
   * Says what the entry under the id of the hold's record proves. If nothing does, a tombstone goes
   * there first, so that the record can never come.
   */
  public static HoldProof of(Hold hold, Lookup seen) {
    return switch (seen.kind()) {
      case FOUND ->
          seen.record()
              .filter(record -> record.id().equals(hold.record()))
              .map(record -> of(hold, record))
              .orElse(UNPROVEN);
      case REMOVED ->
          seen.receipt()
                  .filter(receipt -> receipt.isApplied() && receipt.epoch().equals(hold.epoch()))
                  .isPresent()
              ? UNSETTLED
              : FINISHED;
      case ABSENT, UNREADABLE -> UNPROVEN;
    };
  }

  private static HoldProof of(Hold hold, TransactionRecord record) {
    if (record.isTombstone()) {
      return NO_RECORD;
    }
    if (record.state().isFinal()) {
      return record.state() == State.DONE && record.epoch().equals(hold.epoch())
          ? UNSETTLED
          : FINISHED;
    }
    return hold.epoch().olderThan(record.epoch()) ? OLDER_EPOCH : ALIVE;
  }

  /** Returns whether nobody will ever settle it. */
  public boolean isOrphan() {
    return switch (this) {
      case FINISHED, NO_RECORD, OLDER_EPOCH -> true;
      case UNSETTLED, ALIVE, UNPROVEN -> false;
    };
  }
}
