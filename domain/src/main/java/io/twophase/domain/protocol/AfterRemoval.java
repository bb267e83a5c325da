package io.twophase.domain.protocol;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;

/**
 * What a worker does that finds a receipt in place of the record. The transaction is final, and all
 * that it held is settled or released; only holds that this worker itself has sent may still come
 * late.
 */
final class AfterRemoval {

  private AfterRemoval() {}

  static Worker next(Worker worker, Receipt receipt) {
    return worker
        .goal()
        .fold(
            submit ->
                worker.stop(
                    receipt.isAnswerTo(submit.body()) ? new Result.Submitted() : anothers()),
            run ->
                receipt.isAnswerTo(run.body())
                    ? Rereading.ended(informed(worker, receipt, run.body()), Result.of(receipt))
                    : worker.stop(anothers()),
            resume -> Rereading.ended(worker, Result.of(receipt)),
            abandon -> Rereading.ended(worker, Result.of(receipt)),
            cancel ->
                worker.stop(
                    receipt.isApplied()
                        ? new Result.AlreadyDecided(State.DONE)
                        : Result.of(receipt)),
            onAuthorization ->
                worker.stop(
                    new Result.AuthorizationRefused(
                        new AuthorizationRefusal.RecordRemoved(
                            receipt.id(), receipt.isApplied()))));
  }

  private static Result anothers() {
    return new Result.IdReused(Option.none());
  }

  /** It knows what was moved, and whether that was decided before it had any part in it. */
  private static Worker informed(Worker worker, Receipt receipt, NewTransaction asked) {
    Knowledge known = worker.knowledge().because(receipt.reason());
    if (receipt.isApplied()) {
      known = known.capturing(receipt.captured(asked));
    }
    boolean neverWaited = worker.step() instanceof Step.Reread && !Rereading.isFenced(worker);
    if (known.owned().isEmpty() && neverWaited) {
      known = known.decidedBefore();
    }
    return worker.at(known, worker.step());
  }
}
