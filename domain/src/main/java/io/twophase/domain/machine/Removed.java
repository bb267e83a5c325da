package io.twophase.domain.machine;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import java.util.Optional;

/**
 * The worker has found a receipt in place of the record. The transaction is final, and all that it
 * held is ended; only holds that this worker itself has sent may still come late.
 */
final class Removed {

  private Removed() {}

  static Worker seen(Worker worker, Receipt receipt) {
    Optional<NewTransaction> asked =
        worker.goal().begins().map(NewRecord::members).map(members -> members.get(0));
    if (asked.filter(body -> !receipt.isAnswerTo(body)).isPresent()) {
      return worker.stop(Result.idReused(Optional.empty()));
    }
    if (worker.knowledge().owned().isPresent()) {
      return Closing.withdraw(worker);
    }
    return informed(worker).stop(result(worker, receipt));
  }

  private static Result result(Worker worker, Receipt receipt) {
    return switch (worker.goal().kind()) {
      case SUBMIT -> Result.of(Result.Kind.SUBMITTED);
      case RUN, RESUME, ABANDON -> Result.of(receipt);
      case CANCEL -> receipt.isApplied() ? Result.alreadyDecided(true) : Result.of(receipt);
      case AUTHORIZE ->
          Result.refused(new AuthorizationRefusal.RecordRemoved(receipt.id(), receipt.isApplied()));
    };
  }

  private static Worker informed(Worker worker) {
    boolean hasWaited = worker.step() instanceof Step.Read read && read.pause().waits();
    boolean hadNoPart = worker.knowledge().progress().fencedAt().isEmpty() && !hasWaited;
    return hadNoPart ? worker.knowing(worker.knowledge().decidedBefore()) : worker;
  }
}
