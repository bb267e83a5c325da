package io.twophase.domain.protocol;

import io.twophase.domain.transaction.Transition;

/** What is known of the outcome when a worker has to stop in the middle. */
final class GivingUp {

  private GivingUp() {}

  static Result result(Worker worker) {
    Step step = worker.step();
    if (worker.knowledge().result().isDefined()) {
      return worker.knowledge().result().get();
    }
    if (step instanceof Step.Settle
        || (step instanceof Step.Move move && move.transition() instanceof Transition.Finish)) {
      return new Result.Applied(false);
    }
    if (step instanceof Step.Release
        || (step instanceof Step.Move move
            && move.transition() instanceof Transition.FinishCancel)) {
      return new Result.Canceled(worker.knowledge().reason().get(), false);
    }
    return new Result.Unknown(name(step), worker.knowledge().owned());
  }

  private static String name(Step step) {
    return step instanceof Step.Move move
        ? move.transition().getClass().getSimpleName()
        : step.getClass().getSimpleName();
  }
}
