package io.twophase.app.transfer.batch;

import io.twophase.app.engine.Progress;
import io.twophase.app.engine.RecordRuns.Answer;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Notifies the listener of what is decided, finished and ended of the entries of one call, of each
 * once; and the entries of what is decided or over before the rest.
 */
final class BatchProgress implements Progress<Answer> {

  private final TransferListener listener;
  private final Ticker ticker;
  private final List<? extends BatchEntry> entries;
  private final IntFunction<Duration> begun;
  private final List<Integer> places;
  private final Option<Runnable> whenAllDecided;
  private final BitSet decided = new BitSet();

  /**
   * @param begun when work on the entry at a place began, by the ticker
   * @param places of the transactions that are run among the entries
   * @param whenAllDecided runs once all are decided; if there is none, the entries are not notified
   */
  BatchProgress(
      TransferListener listener,
      Ticker ticker,
      List<? extends BatchEntry> entries,
      IntFunction<Duration> begun,
      List<Integer> places,
      Option<Runnable> whenAllDecided) {
    this.listener = listener;
    this.ticker = ticker;
    this.entries = entries;
    this.begun = begun;
    this.places = places;
    this.whenAllDecided = whenAllDecided;
  }

  @Override
  public void decided(Answer answer) {
    int place = places.get(answer.at());
    BatchEntry entry = entries.get(place);
    TransactionOutcome outcome = RunAnswer.outcome(answer, Option.none());
    entry.context().wrap(() -> notifyDecided(place, outcome)).run();
    if (whenAllDecided.isDefined()) {
      entry.decided(outcome);
    }
  }

  @Override
  public void stopped(Answer answer, Option<StoreException> failure) {
    if (whenAllDecided.isDefined()) {
      entries.get(places.get(answer.at())).ended(RunAnswer.outcome(answer, failure));
    }
  }

  @Override
  public void allDecided() {
    whenAllDecided.forEach(Runnable::run);
  }

  /** The entry at a place has come to its end in this process. */
  void ended(int place, TransactionOutcome outcome) {
    entries.get(place).context().wrap(() -> notifyEnded(place, outcome)).run();
  }

  private void notifyEnded(int place, TransactionOutcome outcome) {
    if (isDecision(outcome)) {
      notifyDecided(place, outcome);
      if (!outcome.isOpenEnded()) {
        listener.transferFinished(outcome, elapsed(place));
      }
    }
    listener.transferEnded(outcome);
  }

  private void notifyDecided(int place, TransactionOutcome outcome) {
    if (isDecision(outcome) && !decided.get(place)) {
      decided.set(place);
      listener.transferDecided(outcome, elapsed(place));
    }
  }

  private Duration elapsed(int place) {
    return ticker.elapsed().minus(begun.apply(place));
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
