package io.twophase.app.authorization;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.machine.Result;
import io.twophase.domain.transaction.CancelReason;
import java.time.Instant;
import java.util.function.Function;

/** Why an authorization is not captured, not approved or not voided. Nothing was changed. */
public sealed interface DecisionRefusal extends Reason {

  /** What the function for this refusal says. */
  default <T> T fold(
      Function<? super ByRule, ? extends T> byRule,
      Function<? super Voided, ? extends T> voided,
      Function<? super Expired, ? extends T> expired,
      Function<? super NeverAuthorized, ? extends T> neverAuthorized,
      Function<? super NotFound, ? extends T> notFound) {
    if (this instanceof ByRule refusal) {
      return byRule.apply(refusal);
    }
    if (this instanceof Voided refusal) {
      return voided.apply(refusal);
    }
    if (this instanceof Expired refusal) {
      return expired.apply(refusal);
    }
    if (this instanceof NeverAuthorized refusal) {
      return neverAuthorized.apply(refusal);
    }
    return notFound.apply((NotFound) this);
  }

  /** Why a request was refused that ended with {@code result}. */
  static DecisionRefusal of(TransactionId id, Result result) {
    return result
        .reason()
        .map(reason -> of(id, reason))
        .orElse(() -> result.refusal().map(ByRule::new))
        .getOrElse(() -> new NotFound(id));
  }

  /** What one is told who comes after a void. */
  static DecisionRefusal of(TransactionId id, CancelReason reason) {
    return reason.fold(
        refused -> new NeverAuthorized(id, reason),
        documentRefused -> new NeverAuthorized(id, reason),
        requested -> new Voided(id, requested.text()),
        recovered -> new NeverAuthorized(id, reason),
        neverBegun -> new NeverAuthorized(id, reason),
        expired -> new Expired(id, expired.expiresAt()));
  }

  /** The authorization, as it is, does not allow it: {@link AuthorizationRefusal} has each case. */
  record ByRule(AuthorizationRefusal rule) implements DecisionRefusal {
    @Override
    public String kind() {
      return rule.kind();
    }

    @Override
    public String message() {
      return rule.message();
    }
  }

  /** Somebody has voided it, for that reason. */
  record Voided(TransactionId id, String reason) implements DecisionRefusal {
    @Override
    public String message() {
      return reason.isEmpty() ? id + " is voided" : id + " is voided: " + reason;
    }
  }

  /** It had expired, and somebody has voided it for that. */
  record Expired(TransactionId id, Instant expiresAt) implements DecisionRefusal {
    @Override
    public String kind() {
      return CancelReason.Expired.KIND;
    }

    @Override
    public String message() {
      return id + " expired at " + expiresAt + " and is voided";
    }
  }

  /** It was refused before all of it was held. */
  record NeverAuthorized(TransactionId id, CancelReason reason) implements DecisionRefusal {
    @Override
    public String message() {
      return id + " was never authorized: " + reason.message();
    }
  }

  /** There is no such transaction. */
  record NotFound(TransactionId id) implements DecisionRefusal {
    @Override
    public String message() {
      return "there is no transaction " + id;
    }
  }
}
