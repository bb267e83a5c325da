package io.twophase.app.transfer.batch;

import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransferOutcome;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/**
 * Translates the result of a worker that ran a transfer into the caller's answer.
 *
 * @param worker the worker that ran it
 * @param failure the fault of the store that ended it, if one did
 */
record RunAnswer(Worker worker, Option<StoreException> failure)
    implements Result.Cases<TransferOutcome> {

  @Override
  public TransferOutcome submitted(Result.Submitted result) {
    throw impossible(result);
  }

  @Override
  public TransferOutcome applied(Result.Applied result) {
    return new TransferOutcome.Applied(
        worker.id(), result.finished(), worker.foundDecided(), worker.fencedAt());
  }

  @Override
  public TransferOutcome canceled(Result.Canceled result) {
    return new TransferOutcome.Refused(
        worker.id(),
        new Refusal.Canceled(result.reason()),
        result.finished(),
        worker.foundDecided(),
        worker.fencedAt());
  }

  @Override
  public TransferOutcome idReused(Result.IdReused result) {
    return new TransferOutcome.Refused(
        worker.id(), new Refusal.IdReused(result.existing()), true, false, Option.none());
  }

  @Override
  public TransferOutcome versionNotAllowed(Result.VersionNotAllowed result) {
    return new TransferOutcome.Refused(
        worker.id(), new Refusal.VersionNotAllowed(), true, false, Option.none());
  }

  @Override
  public TransferOutcome alreadyDecided(Result.AlreadyDecided result) {
    throw impossible(result);
  }

  @Override
  public TransferOutcome notFound(Result.NotFound result) {
    throw impossible(result);
  }

  @Override
  public TransferOutcome unreadable(Result.Unreadable result) {
    return new TransferOutcome.Unknown(worker.id(), "its record cannot be read: " + result.fault());
  }

  @Override
  public TransferOutcome busy(Result.Busy result) {
    throw impossible(result);
  }

  @Override
  public TransferOutcome unknown(Result.Unknown result) {
    return new TransferOutcome.Unknown(worker.id(), why(result));
  }

  private String why(Result.Unknown unknown) {
    String during = UnknownReasons.words(unknown);
    return failure.map(fault -> during + ": " + fault.getMessage()).getOrElse(during);
  }

  private IllegalStateException impossible(Result result) {
    return result.impossibleFor("transfer " + worker.id());
  }
}
