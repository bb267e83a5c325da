package io.twophase.domain.hold;

import io.twophase.domain.reason.Reason;
import io.vavr.control.Option;

/** What a target answers to a claim. */
public record Answer(
    Kind kind, Option<Hold> hold, Option<Reason> refusal, long available, long receivable) {
  public enum Kind {
    /** The claim is held; of one at most, hold says how much. */
    HELD,
    /** A hold of this record is there already. */
    PRESENT,
    /** Others hold it: hold is one of theirs. */
    BUSY,
    /** There is less than was asked for, or more than had, could say. */
    SHORT,
    /** True of what is decided. */
    REFUSED,
    IN_DOUBT
  }
}
