package io.twophase.junit.assertion;

import io.twophase.app.authorization.AuthorizeOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Assertions on what became of a request to authorize. */
public class AuthorizeOutcomeAssert
    extends RefusableAssert<AuthorizeOutcomeAssert, AuthorizeOutcome> {

  AuthorizeOutcomeAssert(AuthorizeOutcome actual) {
    super(actual, AuthorizeOutcomeAssert.class);
  }

  @Override
  Said said() {
    return actual.fold(
        held ->
            new Said(
                Said.subject(held.id()),
                "authorized",
                List.of(),
                "until " + held.expiresAt() + ", approved by " + held.approvals()),
        captured -> Said.that(Said.subject(captured.id()), "captured"),
        refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
        unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
  }

  /** It is held, and waits for its capture. */
  public AuthorizeOutcomeAssert isAuthorized() {
    return is("authorized");
  }

  /** It had been captured before it was asked for again. */
  public AuthorizeOutcomeAssert isCaptured() {
    return is("captured");
  }

  /** It is held, and expires then, by the store's clock. */
  public AuthorizeOutcomeAssert expiresAt(Instant expiry) {
    isAuthorized();
    Optional<Instant> found =
        actual.fold(
            held -> Optional.of(held.expiresAt()),
            captured -> Optional.empty(),
            refused -> Optional.empty(),
            unknown -> Optional.empty());
    if (!found.equals(Optional.of(expiry))) {
      failWithMessage("%nExpecting %s%nto expire at %s%nbut it is %s", subject(), expiry, text());
    }
    return this;
  }
}
