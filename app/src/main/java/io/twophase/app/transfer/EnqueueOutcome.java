package io.twophase.app.transfer;

import io.twophase.app.transfer.EnqueueOutcome.Enqueued;
import io.twophase.app.transfer.EnqueueOutcome.NotAsked;
import io.twophase.app.transfer.EnqueueOutcome.Refused;
import io.twophase.app.transfer.EnqueueOutcome.Unknown;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.transaction.Refusal;

/** The outcome of a request to store a transfer, which any process may run. */
public sealed interface EnqueueOutcome extends Cases.Of4<Enqueued, Refused, NotAsked, Unknown> {

  /** Returns whether the request is stored, by this call or before. */
  default boolean isEnqueued() {
    return this instanceof Enqueued;
  }

  /**
   * Returns the outcome if the request is stored.
   *
   * @throws NotDoneException if it is refused, not known, or was not asked; it has this outcome
   */
  default Enqueued orElseThrow() {
    return fold(
        enqueued -> enqueued,
        refused -> NotDoneException.raise(this, "the request is refused", refused.reason()),
        notAsked -> NotDoneException.raise(this, "the request was not asked: " + notAsked.why()),
        unknown -> NotDoneException.uncertain(this, "the request", unknown.why()));
  }

  /** It is stored, by this call or before, and somebody may be at it already. */
  record Enqueued() implements EnqueueOutcome {}

  /** It makes no transaction, or its id is another's. Nothing was stored. */
  record Refused(Refusal reason) implements EnqueueOutcome {}

  /**
   * Nothing was sent to the store, since these transfers were closed.
   *
   * @param why what kept it from being asked
   */
  record NotAsked(String why) implements EnqueueOutcome {}

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements EnqueueOutcome {}
}
