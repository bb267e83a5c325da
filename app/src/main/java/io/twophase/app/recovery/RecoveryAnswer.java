package io.twophase.app.recovery;

import io.twophase.app.engine.UnknownReasons;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.State;

/**
 * Translates the result of a worker that recovered a transaction.
 *
 * @param id the transaction
 * @param found the state it was in
 * @param fault of the store, or that there was no answer in time
 */
record RecoveryAnswer(String id, State found, String fault) implements Result.Cases<Recovered> {

  @Override
  public Recovered submitted(Result.Submitted result) {
    throw impossible(result);
  }

  @Override
  public Recovered applied(Result.Applied result) {
    return result.finished()
        ? new Recovered.Done(id, found)
        : unfinished("applied, not settled: " + fault);
  }

  @Override
  public Recovered canceled(Result.Canceled result) {
    return result.finished()
        ? new Recovered.Canceled(id, found, result.reason())
        : unfinished("canceled, not released: " + fault);
  }

  @Override
  public Recovered authorized(Result.Authorized result) {
    return new Recovered.Authorized(id, found, result.record().expiresAt().get());
  }

  @Override
  public Recovered authorizationRefused(Result.AuthorizationRefused result) {
    throw impossible(result);
  }

  @Override
  public Recovered idReused(Result.IdReused result) {
    throw impossible(result);
  }

  @Override
  public Recovered alreadyDecided(Result.AlreadyDecided result) {
    throw impossible(result);
  }

  @Override
  public Recovered notFound(Result.NotFound result) {
    return unfinished("its record is gone");
  }

  @Override
  public Recovered unreadable(Result.Unreadable result) {
    return new Recovered.Unreadable(id, result.fault());
  }

  @Override
  public Recovered busy(Result.Busy result) {
    return new Recovered.LeftToAnother(id, found);
  }

  @Override
  public Recovered unknown(Result.Unknown result) {
    return unfinished(UnknownReasons.words(result) + ": " + fault);
  }

  private Recovered unfinished(String why) {
    return new Recovered.Unfinished(id, found, why);
  }

  private IllegalStateException impossible(Result result) {
    return result.impossibleFor("recovery of " + id);
  }
}
