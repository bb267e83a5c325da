package io.twophase.app.authorization;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.transaction.CancelReason;
import java.util.function.Function;

/** The outcome of a request to void. */
public sealed interface VoidOutcome {

  /** Returns what the function for this outcome says. */
  default <T> T fold(
      Function<? super Voided, ? extends T> voided,
      Function<? super Refused, ? extends T> refused,
      Function<? super Unknown, ? extends T> unknown) {
    return Match(this)
        .of(
            Case($(instanceOf(Voided.class)), voided),
            Case($(instanceOf(Refused.class)), refused),
            Case($(instanceOf(Unknown.class)), unknown));
  }

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
