package io.twophase.app.transfer.batch;

import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/**
 * Translates the result of a worker that ran a transfer into the caller's answer.
 *
 * @param worker the worker that ran it
 * @param failure the fault of the store that ended it, if one did
 */
record RunAnswer(Worker worker, Option<StoreException> failure)
    implements Result.Cases<TransactionOutcome> {

  /** The outcome of a worker that has stopped. */
  static TransactionOutcome outcome(Worker worker, Option<StoreException> failure) {
    return outcome(worker, worker.result().get(), failure);
  }

  /** The outcome of a worker whose result is certain. */
  static TransactionOutcome outcome(Worker worker, Result result, Option<StoreException> failure) {
    return result.fold(new RunAnswer(worker, failure));
  }

  @Override
  public TransactionOutcome submitted(Result.Submitted result) {
    throw impossible(result);
  }

  @Override
  public TransactionOutcome applied(Result.Applied result) {
    return new TransactionOutcome.Applied(
        worker.id(), result.finished(), worker.foundDecided(), worker.fencedAt(), worker.moved());
  }

  @Override
  public TransactionOutcome canceled(Result.Canceled result) {
    return new TransactionOutcome.Refused(
        worker.id(),
        new Refusal.Canceled(result.reason()),
        result.finished(),
        worker.foundDecided(),
        worker.fencedAt());
  }

  @Override
  public TransactionOutcome authorized(Result.Authorized result) {
    throw impossible(result);
  }

  @Override
  public TransactionOutcome authorizationRefused(Result.AuthorizationRefused result) {
    throw impossible(result);
  }

  @Override
  public TransactionOutcome idReused(Result.IdReused result) {
    return new TransactionOutcome.Refused(
        worker.id(),
        Refusal.IdReused.by(result.existing(), asked(result)),
        true,
        false,
        Option.none());
  }

  private NewTransaction asked(Result result) {
    return worker
        .goal()
        .fold(
            submit -> submit.body(),
            run -> run.body(),
            resume -> {
              throw impossible(result);
            },
            abandon -> {
              throw impossible(result);
            },
            cancel -> {
              throw impossible(result);
            },
            onAuthorization -> {
              throw impossible(result);
            });
  }

  @Override
  public TransactionOutcome alreadyDecided(Result.AlreadyDecided result) {
    throw impossible(result);
  }

  @Override
  public TransactionOutcome notFound(Result.NotFound result) {
    throw impossible(result);
  }

  @Override
  public TransactionOutcome unreadable(Result.Unreadable result) {
    return new TransactionOutcome.Unknown(
        worker.id(), "its record cannot be read: " + result.fault());
  }

  @Override
  public TransactionOutcome busy(Result.Busy result) {
    throw impossible(result);
  }

  @Override
  public TransactionOutcome unknown(Result.Unknown result) {
    return new TransactionOutcome.Unknown(worker.id(), why(result));
  }

  private String why(Result.Unknown unknown) {
    String during = UnknownReasons.words(unknown);
    return failure.map(fault -> during + ": " + fault.getMessage()).getOrElse(during);
  }

  private IllegalStateException impossible(Result result) {
    return result.impossibleFor("transfer " + worker.id());
  }
}
