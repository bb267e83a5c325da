package io.twophase.domain.protocol;

import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;

/** What is known of the outcome when a worker has to stop in the middle. */
final class GivingUp {

  private GivingUp() {}

  static Result result(Worker worker) {
    return certain(worker)
        .getOrElse(() -> new Result.Unknown(name(worker.step()), worker.knowledge().owned()));
  }

  static Option<Result> certain(Worker worker) {
    Step step = worker.step();
    if (step instanceof Step.Stop stop) {
      return Option.some(stop.result());
    }
    if (worker.knowledge().result().isDefined()) {
      return worker.knowledge().result();
    }
    if (step instanceof Step.Settle
        || (step instanceof Step.Move move && move.transition() instanceof Transition.Finish)) {
      return Option.some(new Result.Applied(false));
    }
    if (step instanceof Step.Release
        || (step instanceof Step.Move move
            && move.transition() instanceof Transition.FinishCancel)) {
      return Option.some(new Result.Canceled(worker.knowledge().reason().get(), false));
    }
    return Option.none();
  }

  private static String name(Step step) {
    return step instanceof Step.Move move
        ? move.transition().getClass().getSimpleName()
        : step.getClass().getSimpleName();
  }
}
