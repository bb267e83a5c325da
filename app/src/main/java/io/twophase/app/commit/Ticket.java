package io.twophase.app.commit;

import io.twophase.app.usecase.Answered;
import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.usecase.TransferRequest;
import io.twophase.domain.id.TransactionId;
import java.util.concurrent.CompletableFuture;

/**
 * A transfer that somebody waits for.
 *
 * @param request what is wanted
 * @param when it is to be answered
 * @param answer what is waited for
 */
record Ticket(TransferRequest request, Answered when, CompletableFuture<TransferOutcome> answer) {

  static Ticket of(TransferRequest request, Answered when) {
    return new Ticket(request, when, new CompletableFuture<>());
  }

  TransactionId id() {
    return request.id();
  }

  void decided(TransferOutcome outcome) {
    if (when == Answered.WHEN_DECIDED) {
      answer.complete(outcome);
    }
  }

  void notAsked(String why) {
    answer.complete(new TransferOutcome.NotAsked(request.id(), why));
  }
}
