package io.twophase.app.engine;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * What is done with a transfer that a batch decides, where a worker of a lone transaction has come
 * across it. The worker itself must not go on with it: it has no record of its own.
 */
public interface MemberTransfers {

  /** What a batch's transfer comes to, by its batch's decision alone: an undecided one waits. */
  MemberTransfers BY_DECISION =
      (worker, found) ->
          decided(worker.goal(), found.record())
              .<Answer>map(Answer.Ended::new)
              .getOrElse(Answer.Waiting::new);

  /**
   * Brings the transfer as far as it can be brought without waiting for others.
   *
   * @param found the transfer as it was read; a batch decides it
   * @throws io.twophase.ports.StoreException if the store fails
   */
  Answer of(Worker worker, TransactionLookup.Found found);

  /** How it is with the transfer. */
  sealed interface Answer {

    /** What the function for this answer says. */
    <T> T fold(
        Function<? super Ended, ? extends T> ended,
        Function<? super Again, ? extends T> again,
        Function<? super Waiting, ? extends T> waiting);

    /** The worker has nothing more to do. */
    record Ended(Result result) implements Answer {
      @Override
      public <T> T fold(
          Function<? super Ended, ? extends T> ended,
          Function<? super Again, ? extends T> again,
          Function<? super Waiting, ? extends T> waiting) {
        return ended.apply(this);
      }
    }

    /** The transfer is not as it was read any more: it may be lone, and the worker's own. */
    record Again() implements Answer {
      @Override
      public <T> T fold(
          Function<? super Ended, ? extends T> ended,
          Function<? super Again, ? extends T> again,
          Function<? super Waiting, ? extends T> waiting) {
        return again.apply(this);
      }
    }

    /** The batch is not decided, or not done: another is at it. */
    record Waiting() implements Answer {
      @Override
      public <T> T fold(
          Function<? super Ended, ? extends T> ended,
          Function<? super Again, ? extends T> again,
          Function<? super Waiting, ? extends T> waiting) {
        return waiting.apply(this);
      }
    }
  }

  /**
   * The result that a worker of that goal has of a transfer that is as {@code view} shows it; none
   * if it is not decided.
   */
  static Option<Result> decided(Goal goal, Transaction view) {
    Option<NewTransaction> asked =
        goal.fold(
            submit -> Option.some(submit.body()),
            run -> Option.some(run.body()),
            resume -> Option.none(),
            abandon -> Option.none(),
            cancel -> Option.none(),
            onAuthorization -> Option.none());
    if (asked.exists(body -> !body.asksTheSameAs(view.body()))) {
      return Option.some(new Result.IdReused(view));
    }
    return goal.fold(
        submit -> Option.some(new Result.Submitted()),
        run -> outcome(view),
        resume -> outcome(view),
        abandon -> outcome(view),
        cancel ->
            outcome(view)
                .map(
                    result ->
                        result instanceof Result.Applied
                            ? new Result.AlreadyDecided(view.state())
                            : result),
        // a batch never decides an authorization
        onAuthorization ->
            Option.some(
                new Result.AuthorizationRefused(
                    new AuthorizationRefusal.NotAnAuthorization(view.id()))));
  }

  private static Option<Result> outcome(Transaction view) {
    return switch (view.state()) {
      case INITIAL, PENDING, AUTHORIZED -> Option.none();
      case APPLIED -> Option.some(new Result.Applied(false));
      case DONE -> Option.some(new Result.Applied(true));
      case CANCELING -> Option.some(new Result.Canceled(view.reason().get(), false));
      case CANCELED -> Option.some(new Result.Canceled(view.reason().get(), true));
    };
  }
}
