package io.twophase.app.authorization;

import io.twophase.app.engine.UnknownReasons;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;

/**
 * Translates the result of a worker at an authorization into the caller's answer. What a request
 * cannot end with is a fault of the program.
 *
 * @param <T> the answer
 */
abstract class Answer<T> implements Result.Cases<T> {

  private final TransactionId id;

  Answer(TransactionId id) {
    this.id = id;
  }

  TransactionId id() {
    return id;
  }

  abstract T unknown(String why);

  abstract T refused(DecisionRefusal refusal);

  @Override
  public T submitted(Result.Submitted result) {
    throw impossible(result);
  }

  @Override
  public T applied(Result.Applied result) {
    throw impossible(result);
  }

  @Override
  public T canceled(Result.Canceled result) {
    return refused(DecisionRefusal.of(id, result.reason()));
  }

  @Override
  public T authorized(Result.Authorized result) {
    throw impossible(result);
  }

  @Override
  public T authorizationRefused(Result.AuthorizationRefused result) {
    return refused(new DecisionRefusal.ByRule(result.refusal()));
  }

  @Override
  public T idReused(Result.IdReused result) {
    throw impossible(result);
  }

  @Override
  public T alreadyDecided(Result.AlreadyDecided result) {
    throw impossible(result);
  }

  @Override
  public T notFound(Result.NotFound result) {
    return refused(new DecisionRefusal.NotFound(id));
  }

  @Override
  public T unreadable(Result.Unreadable result) {
    return unknown("its record cannot be read: " + result.fault());
  }

  @Override
  public T busy(Result.Busy result) {
    return unknown("another process is at work on it");
  }

  @Override
  public T unknown(Result.Unknown result) {
    return unknown(UnknownReasons.words(result));
  }

  private IllegalStateException impossible(Result result) {
    return result.impossibleFor("a request for the authorization " + id);
  }
}
