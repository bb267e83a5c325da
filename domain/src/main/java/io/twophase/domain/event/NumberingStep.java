package io.twophase.domain.event;

import io.twophase.domain.hold.RecordId;
import java.util.List;

/** The next step of a {@link NumberingPass}. */
public sealed interface NumberingStep {

  /**
   * Reads, as a majority has it, up to which number all records are marked, and what is numbered
   * behind that.
   */
  record Look() implements NumberingStep {}

  /** Marks records as numbered: a majority has their numbers. Idempotent. */
  record Mark(List<NumberedRecord> records) implements NumberingStep {}

  /** Notes that a majority has the marks of all records up to a number. Idempotent. */
  record Confirm(long upTo) implements NumberingStep {}

  /**
   * Lists decided records that are not marked, in the order of their decisions: those only that
   * were decided before the list was begun, by the store's clock. A later one may be in the list
   * though one that was decided before it is not.
   */
  record ListUnnumbered() implements NumberingStep {}

  /**
   * Inserts the numbers from {@code first} on, for one record after the other, in one command that
   * ends at the first number that is taken. So the first number is the lock of them all.
   */
  record Give(long first, List<RecordId> records) implements NumberingStep {}

  /** Ends; another pass may begin at any time. */
  record Stop(NumberingResult result) implements NumberingStep {}
}
