package io.twophase.app.transfer.batch;

import io.twophase.app.engine.Progress;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.ports.CallerContext;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Notifies the listener of what is decided, finished and ended of the transfers of one call, of
 * each once.
 */
final class ListenerNotifier {

  private final TransferListener listener;
  private final Ticker ticker;
  private final Function<TransactionId, Duration> begun;
  private final Function<TransactionId, CallerContext.Captured> contexts;
  private final Set<TransactionId> decided = new HashSet<>();

  /**
   * @param begun when a transfer was begun, by the ticker
   * @param contexts those of the transfers' callers, with which the listener is notified
   */
  ListenerNotifier(
      TransferListener listener,
      Ticker ticker,
      Function<TransactionId, Duration> begun,
      Function<TransactionId, CallerContext.Captured> contexts) {
    this.contexts = contexts;
    this.listener = listener;
    this.ticker = ticker;
    this.begun = begun;
  }

  /** Notifies the listener of decisions, and {@code next} of all that an engine says. */
  Progress before(Progress next) {
    return new Progress() {
      @Override
      public void decided(int index, Worker worker) {
        Option<Result> certain = worker.certain();
        if (certain.isDefined()) {
          TransactionOutcome outcome = RunAnswer.outcome(worker, certain.get(), Option.none());
          contexts.apply(outcome.id()).wrap(() -> notifyDecided(outcome)).run();
        }
        next.decided(index, worker);
      }

      @Override
      public void stopped(int index, Worker worker, Option<StoreException> failure) {
        next.stopped(index, worker, failure);
      }

      @Override
      public void allDecided() {
        next.allDecided();
      }
    };
  }

  /** A transfer has come to its end in this process. */
  void ended(TransactionOutcome outcome) {
    contexts.apply(outcome.id()).wrap(() -> notifyEnded(outcome)).run();
  }

  private void notifyEnded(TransactionOutcome outcome) {
    if (isDecision(outcome)) {
      notifyDecided(outcome);
      if (!outcome.isOpenEnded()) {
        listener.transferFinished(outcome, elapsed(outcome));
      }
    }
    listener.transferEnded(outcome);
  }

  private void notifyDecided(TransactionOutcome outcome) {
    if (isDecision(outcome) && decided.add(outcome.id())) {
      listener.transferDecided(outcome, elapsed(outcome));
    }
  }

  private Duration elapsed(TransactionOutcome outcome) {
    return ticker.elapsed().minus(begun.apply(outcome.id()));
  }

  /** What was refused before anything was stored of it was never decided. */
  private static boolean isDecision(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> true,
        refused ->
            refused.refusal().<Boolean>fold(invalid -> false, canceled -> true, reused -> false),
        unknown -> false,
        notAsked -> false);
  }
}
