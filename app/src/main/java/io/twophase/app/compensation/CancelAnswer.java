package io.twophase.app.compensation;

import io.twophase.app.engine.UnknownReasons;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;

/**
 * Translates the result of a worker that was to cancel a transaction into the caller's answer.
 *
 * @param id the transaction
 */
record CancelAnswer(TransactionId id) implements Result.Cases<CancelOutcome> {

  @Override
  public CancelOutcome submitted(Result.Submitted result) {
    throw impossible(result);
  }

  @Override
  public CancelOutcome applied(Result.Applied result) {
    throw impossible(result);
  }

  @Override
  public CancelOutcome canceled(Result.Canceled result) {
    return new CancelOutcome.Canceled(result.reason(), result.finished());
  }

  @Override
  public CancelOutcome authorized(Result.Authorized result) {
    throw impossible(result);
  }

  @Override
  public CancelOutcome authorizationRefused(Result.AuthorizationRefused result) {
    throw impossible(result);
  }

  @Override
  public CancelOutcome idReused(Result.IdReused result) {
    throw impossible(result);
  }

  @Override
  public CancelOutcome alreadyDecided(Result.AlreadyDecided result) {
    return new CancelOutcome.AlreadyDecided(result.state());
  }

  @Override
  public CancelOutcome notFound(Result.NotFound result) {
    return new CancelOutcome.NotFound();
  }

  @Override
  public CancelOutcome unreadable(Result.Unreadable result) {
    return new CancelOutcome.Unknown("its record cannot be read: " + result.fault());
  }

  @Override
  public CancelOutcome busy(Result.Busy result) {
    return new CancelOutcome.Unknown("another process is at work on it");
  }

  @Override
  public CancelOutcome unknown(Result.Unknown result) {
    return new CancelOutcome.Unknown(UnknownReasons.words(result));
  }

  private IllegalStateException impossible(Result result) {
    return result.impossibleFor("the cancel of " + id);
  }
}
