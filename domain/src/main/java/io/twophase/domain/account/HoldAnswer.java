package io.twophase.domain.account;

import io.twophase.domain.id.Epoch;

/** Why {@link Account#hold} did not place a hold. */
public sealed interface HoldAnswer {

  /** A hold of this transaction is there already. */
  record Present(Epoch epoch) implements HoldAnswer {}

  /** The account's rules do not allow it. */
  record Denied(HoldRefusal refusal) implements HoldAnswer {}
}
