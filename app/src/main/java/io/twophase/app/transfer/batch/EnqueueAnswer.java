package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Refusal;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.NewTransaction;

/**
 * Translates the result of a worker that was to store a transfer into the caller's answer.
 *
 * @param asked the transfer
 */
record EnqueueAnswer(NewTransaction asked) implements Result.Cases<EnqueueOutcome> {

  @Override
  public EnqueueOutcome submitted(Result.Submitted result) {
    return new EnqueueOutcome.Enqueued();
  }

  @Override
  public EnqueueOutcome applied(Result.Applied result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome canceled(Result.Canceled result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome authorized(Result.Authorized result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome authorizationRefused(Result.AuthorizationRefused result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome idReused(Result.IdReused result) {
    return new EnqueueOutcome.Refused(Refusal.IdReused.by(result.existing(), asked));
  }

  @Override
  public EnqueueOutcome alreadyDecided(Result.AlreadyDecided result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome notFound(Result.NotFound result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome unreadable(Result.Unreadable result) {
    return new EnqueueOutcome.Unknown("its record cannot be read: " + result.fault());
  }

  @Override
  public EnqueueOutcome busy(Result.Busy result) {
    throw impossible(result);
  }

  @Override
  public EnqueueOutcome unknown(Result.Unknown result) {
    return new EnqueueOutcome.Unknown("no certain answer whether it is stored");
  }

  private IllegalStateException impossible(Result result) {
    return result.impossibleFor("enqueuing " + asked.id());
  }
}
