package io.twophase.app.authorization;

import io.twophase.app.authorization.CaptureOutcome.Captured;
import io.twophase.app.authorization.CaptureOutcome.Refused;
import io.twophase.app.authorization.CaptureOutcome.Unknown;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;

/** The outcome of a request to capture. */
public sealed interface CaptureOutcome extends Cases.Of3<Captured, Refused, Unknown> {

  /** Returns whether the authorization is captured, by this request or before. */
  default boolean isCaptured() {
    return this instanceof Captured;
  }

  /**
   * Returns the outcome if the authorization is captured.
   *
   * @throws NotDoneException if it is refused, or not known; it has this outcome
   */
  default Captured orElseThrow() {
    return fold(
        captured -> captured,
        refused ->
            NotDoneException.raise(
                this, "authorization " + refused.id() + " is not captured", refused.reason()),
        unknown ->
            NotDoneException.uncertain(this, "authorization " + unknown.id(), unknown.why()));
  }

  /**
   * It happens, with the amounts asked for: by this request, or by one for the same before.
   *
   * @param id the authorization
   * @param finished whether all of it is known to be settled; if not, recovery settles the rest
   */
  record Captured(TransactionId id, boolean finished) implements CaptureOutcome {}

  /** It is not captured so. Nothing was changed by this request. */
  record Refused(TransactionId id, AuthorizationRefusal reason) implements CaptureOutcome {}

  /** Not known. Asking again resolves it. */
  record Unknown(TransactionId id, String why) implements CaptureOutcome {}
}
