package io.twophase.domain.outcome;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;

/** What a store answers when a hold is to be placed. */
public sealed interface HoldOutcome {

  /** The hold is placed at the epoch asked. */
  record Held() implements HoldOutcome {
    private static final Held INSTANCE = new Held();
  }

  /**
   * A hold of this transaction is there; nothing was changed. It acknowledges the hold asked for
   * only if it is exactly that: {@code held} at the epoch asked.
   *
   * @param epoch the hold's
   * @param held what it is for, which may be another operation than the one asked for
   */
  record AlreadyHeld(Epoch epoch, Operation held) implements HoldOutcome {}

  /** The account's rules forbid it; nothing was changed. */
  record Refused(HoldRefusal refusal) implements HoldOutcome {}

  /** No answer: the hold may be placed, now or later. */
  record InDoubt() implements HoldOutcome {
    private static final InDoubt INSTANCE = new InDoubt();
  }

  /** The hold is placed. */
  static HoldOutcome held() {
    return Held.INSTANCE;
  }

  /** No answer. */
  static HoldOutcome inDoubt() {
    return InDoubt.INSTANCE;
  }
}
