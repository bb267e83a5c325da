package io.twophase.app.transfer.batch;

import io.twophase.app.engine.RecordRuns.Answer;
import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Unanswered;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;

/** Translates results of runs into the callers' answers. */
final class RunAnswer {

  private RunAnswer() {}

  /**
   * The outcome of a transaction that was run.
   *
   * @param failure the fault of the store that was met, if one was
   */
  static TransactionOutcome outcome(Answer answer, Option<StoreException> failure) {
    TransactionId id = answer.body().id();
    Result result = answer.result();
    return switch (result.kind()) {
      case APPLIED ->
          new TransactionOutcome.Applied(
              id,
              result.isFinished(),
              answer.foundDecided(),
              answer.fencedAt(),
              moved(answer.body(), result));
      case CANCELED ->
          new TransactionOutcome.Refused(
              id,
              new Refusal.Canceled(result.reason().get()),
              result.isFinished(),
              answer.foundDecided(),
              answer.fencedAt());
      case ID_REUSED ->
          new TransactionOutcome.Refused(
              id, Refusal.IdReused.by(result.seen(), answer.body()), true, false, Option.none());
      case UNREADABLE -> new TransactionOutcome.Unknown(id, unreadable(result));
      case UNKNOWN -> new TransactionOutcome.Unknown(id, why(result.during().get(), failure));
      case EXPIRED -> new TransactionOutcome.Unknown(id, why(Unanswered.RECORD_GONE, failure));
      case SUBMITTED, AUTHORIZED, REFUSED, ALREADY_DECIDED, LEFT_OUT, NOT_FOUND, BUSY ->
          throw impossible("transaction " + id, result);
    };
  }

  /** The amount that a transaction moves which takes as much as there is; none of any other. */
  private static Option<Money> moved(NewTransaction body, Result result) {
    if (!body.isAtMost()) {
      return Option.none();
    }
    AccountOperation debit = body.accountOperations().get(0);
    return Option.some(
        result.moved().isEmpty()
            ? debit.amount()
            : new Money(result.moved().get(0), debit.amount().currency()));
  }

  private static String unreadable(Result result) {
    return "its record cannot be read: " + result.fault().getOrElse("no reason is known");
  }

  private static String why(Unanswered during, Option<StoreException> failure) {
    String words = UnknownReasons.words(during);
    return failure.map(fault -> words + ": " + fault.getMessage()).getOrElse(words);
  }

  /** The outcome of a transaction that was to be stored. */
  static EnqueueOutcome enqueued(NewTransaction asked, Result result) {
    return switch (result.kind()) {
      case SUBMITTED -> new EnqueueOutcome.Enqueued();
      case ID_REUSED -> new EnqueueOutcome.Refused(Refusal.IdReused.by(result.seen(), asked));
      case UNREADABLE -> new EnqueueOutcome.Unknown(unreadable(result));
      case UNKNOWN, EXPIRED -> new EnqueueOutcome.Unknown("no certain answer whether it is stored");
      case APPLIED, CANCELED, AUTHORIZED, REFUSED, ALREADY_DECIDED, LEFT_OUT, NOT_FOUND, BUSY ->
          throw impossible("enqueuing " + asked.id(), result);
    };
  }

  private static IllegalStateException impossible(String what, Result result) {
    return new IllegalStateException(what + " cannot end as " + result);
  }
}
