package io.twophase.app.authorization;

import io.twophase.app.authorization.VoidOutcome.Refused;
import io.twophase.app.authorization.VoidOutcome.Unknown;
import io.twophase.app.authorization.VoidOutcome.Voided;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.transaction.CancelReason;

/** The outcome of a request to void. */
public sealed interface VoidOutcome extends Cases.Of3<Voided, Refused, Unknown> {

  /** Returns whether the authorization never happens, by this request or before. */
  default boolean isVoided() {
    return this instanceof Voided;
  }

  /**
   * Returns the outcome if the authorization is voided.
   *
   * @throws NotDoneException if it is refused, or not known; it has this outcome
   */
  default Voided orElseThrow() {
    return fold(
        voided -> voided,
        refused ->
            NotDoneException.raise(
                this, "authorization " + refused.id() + " is not voided", refused.reason()),
        unknown ->
            NotDoneException.uncertain(this, "authorization " + unknown.id(), unknown.why()));
  }

  /**
   * It does not happen: decided by this request or before.
   *
   * @param id the authorization
   * @param reason the one that is kept: whoever decided first
   * @param finished whether all of it is known to be released; if not, recovery releases the rest
   */
  record Voided(TransactionId id, CancelReason reason, boolean finished) implements VoidOutcome {}

  /** It is not voided. Nothing was changed by this request. */
  record Refused(TransactionId id, AuthorizationRefusal reason) implements VoidOutcome {}

  /** Not known. Asking again resolves it. */
  record Unknown(TransactionId id, String why) implements VoidOutcome {}
}
