package io.twophase.domain.protocol;

import io.vavr.control.Option;

/** What is known of the outcome when a worker has to stop in the middle. */
final class GivingUp {

  private GivingUp() {}

  static Result result(Worker worker) {
    return certain(worker)
        .getOrElse(
            () -> new Result.Unknown(Unanswered.of(worker.step()), worker.knowledge().owned()));
  }

  static Option<Result> certain(Worker worker) {
    if (worker.step() instanceof Step.Stop stop) {
      return Option.some(stop.result());
    }
    if (worker.knowledge().result().isDefined()) {
      return worker.knowledge().result();
    }
    return switch (Unanswered.of(worker.step())) {
      case SETTLE, FINISH -> Option.some(new Result.Applied(false));
      case RELEASE, FINISH_CANCEL ->
          Option.some(new Result.Canceled(worker.knowledge().reason().get(), false));
      case BEGIN,
          SUBMIT,
          CLAIM,
          TAKE_OVER,
          PLACE_HOLDS,
          AWAIT_ROOM,
          STAMP,
          DECIDE,
          AUTHORIZE,
          APPROVE,
          CAPTURE,
          VOID,
          BEGIN_CANCEL,
          CANCEL_UNCLAIMED,
          WITHDRAW,
          REREAD,
          AWAIT,
          RECORD_GONE ->
          Option.none();
    };
  }
}
