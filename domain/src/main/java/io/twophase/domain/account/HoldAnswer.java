package io.twophase.domain.account;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;

/** Why {@link Account#hold} did not place a hold. */
public sealed interface HoldAnswer {

  /**
   * A hold of this transaction is there already.
   *
   * @param epoch the hold's
   * @param held what it is for, which may be another operation than the one asked for
   */
  record Present(Epoch epoch, Operation held) implements HoldAnswer {}

  /** The account's rules do not allow it. */
  record Denied(HoldRefusal refusal) implements HoldAnswer {}
}
