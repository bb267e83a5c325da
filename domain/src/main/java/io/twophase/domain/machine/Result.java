package io.twophase.domain.machine;

import io.twophase.domain.reason.Reason;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;

/** How it ended for one member. */
public record Result(Kind kind, boolean isFinished, Option<Reason> why, Option<Transaction> seen) {
  public enum Kind {
    SUBMITTED,
    APPLIED,
    CANCELED,
    AUTHORIZED,
    REFUSED,
    ID_REUSED,
    ALREADY_DECIDED,
    LEFT_OUT,
    EXPIRED,
    NOT_FOUND,
    BUSY,
    UNREADABLE,
    UNKNOWN
  }
}
