package io.twophase.app.authorization;

import io.twophase.app.authorization.AuthorizeOutcome.Authorized;
import io.twophase.app.authorization.AuthorizeOutcome.Captured;
import io.twophase.app.authorization.AuthorizeOutcome.Refused;
import io.twophase.app.authorization.AuthorizeOutcome.Unknown;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Cases;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import java.time.Instant;
import java.util.List;

/** The outcome of a request to authorize. */
public sealed interface AuthorizeOutcome extends Cases.Of4<Authorized, Captured, Refused, Unknown> {

  /** Returns whether the transaction is authorized, or was and is captured since. */
  default boolean isAuthorized() {
    return this instanceof Authorized || this instanceof Captured;
  }

  /**
   * Returns the id of the authorization, which may be captured already.
   *
   * @throws NotDoneException if it is refused, or not known; it has this outcome
   */
  default TransactionId orElseThrow() {
    return fold(
        Authorized::id,
        Captured::id,
        refused ->
            NotDoneException.raise(
                this, "authorization " + refused.id() + " is not authorized", refused.reason()),
        unknown ->
            NotDoneException.uncertain(this, "authorization " + unknown.id(), unknown.why()));
  }

  /**
   * It is held, by this request or before, and waits for its capture.
   *
   * @param id the authorization
   * @param expiresAt when recovery voids it, by the store's clock
   * @param approvals who has approved it so far
   */
  record Authorized(TransactionId id, Instant expiresAt, List<ApproverName> approvals)
      implements AuthorizeOutcome {
    /** The lists do not change. */
    public Authorized {
      approvals = List.copyOf(approvals);
    }
  }

  /** It was captured before this request was asked again. */
  record Captured(TransactionId id) implements AuthorizeOutcome {}

  /**
   * It is not authorized, and never will be under this id, unless its form is not allowed yet.
   *
   * @param id the authorization
   * @param reason why: of one that was voided or has expired, that too
   * @param finished whether nothing of it is held any more; if not, recovery releases it
   */
  record Refused(TransactionId id, Refusal reason, boolean finished) implements AuthorizeOutcome {}

  /** The outcome is not known. Asking again, with the same request, resolves it. */
  record Unknown(TransactionId id, String why) implements AuthorizeOutcome {}
}
