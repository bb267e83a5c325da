package io.twophase.app.authorization;

import io.twophase.app.transfer.Refusal;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.NewTransaction;

/** Of a worker that was to authorize. */
final class AuthorizeAnswer extends Answer<AuthorizeOutcome> {

  private final NewTransaction asked;

  AuthorizeAnswer(NewTransaction asked) {
    super(asked.id());
    this.asked = asked;
  }

  @Override
  AuthorizeOutcome unknown(String why) {
    return new AuthorizeOutcome.Unknown(id(), why);
  }

  @Override
  AuthorizeOutcome refused(DecisionRefusal refusal) {
    throw new IllegalStateException(id() + " was to be authorized: " + refusal.message());
  }

  @Override
  public AuthorizeOutcome applied(Result.Applied result) {
    return new AuthorizeOutcome.Captured(id());
  }

  @Override
  public AuthorizeOutcome canceled(Result.Canceled result) {
    return new AuthorizeOutcome.Refused(
        id(), new Refusal.Canceled(result.reason()), result.finished());
  }

  @Override
  public AuthorizeOutcome authorized(Result.Authorized result) {
    return new AuthorizeOutcome.Authorized(
        id(), result.record().expiresAt().get(), result.record().progress().approvals());
  }

  @Override
  public AuthorizeOutcome idReused(Result.IdReused result) {
    return new AuthorizeOutcome.Refused(id(), Refusal.IdReused.by(result.existing(), asked), true);
  }
}
