package io.twophase.app.batch;

import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Repositories;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.batch.protocol.BatchEvent;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.BatchResult;
import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.Members;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Token;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs workers of batches to their ends: makes a call on a port of each step, feeds the answer
 * back, and again. Stateless between calls, and thread-safe.
 */
public final class BatchEngine {

  /** More than any run needs: a step machine that loops is stopped. */
  private static final int MAX_STEPS = 10_000;

  private final BatchCalls calls;
  private final Ownership ownership;
  private final Pause pause;
  private final Ticker ticker;
  private final EngineSettings settings;

  /**
   * An engine over one store.
   *
   * @param repositories of a store that has batches
   * @param ticker measures its patience
   * @param listener must not throw
   */
  public BatchEngine(
      Repositories repositories,
      Ownership ownership,
      Pause pause,
      Ticker ticker,
      EngineSettings settings,
      EngineListener listener) {
    this.calls =
        new BatchCalls(
            repositories.batches().get(),
            repositories.accounts(),
            repositories.transactions(),
            ownership,
            settings.stuckAfter(),
            listener);
    this.ownership = ownership;
    this.pause = pause;
    this.ticker = ticker;
    this.settings = settings;
  }

  /** How the steps of its workers are performed. */
  BatchCalls calls() {
    return calls;
  }

  /**
   * Sees through the batches that have some of those transfers and are not finished, and tells what
   * was decided of them before.
   *
   * @throws StoreException if the store fails
   */
  EarlierBatches earlier(List<NewTransaction> transfers, IdSource ids) {
    return EarlierBatches.of(transfers, this, new Tries(pause, ticker, settings), ids);
  }

  /**
   * Has the record of a batch that has ended say that none of the transfers that it left out names
   * it any more, which the caller has seen. Where there is no answer, the record may go on to say
   * that one does: whoever looks next sees to it. Idempotent.
   *
   * @throws StoreException if the store fails
   */
  public void forgetLeftOut(BatchId batch) {
    calls.forgetLeftOut(batch);
  }

  /**
   * Withdraws dead holds from the accounts of transfers, where they have too little for one of
   * them: else it would be refused for funds or room that nobody will ever use. A batch does so by
   * itself. Others than transfers are passed over; what is in doubt then may still be held.
   *
   * @throws StoreException if accounts or records cannot be read
   */
  public void clear(List<NewTransaction> transfers) {
    calls.clear(transfers.stream().filter(Members::isTransfer).map(Members::of).toList());
  }

  /**
   * Runs a worker of this process until it stops.
   *
   * @param token fresh
   * @param whenDecided is given what is certain of the outcome, once, before the end: what is left
   *     then is to settle or to release; must not throw
   * @throws StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public BatchEnd run(BatchGoal goal, Token token, Consumer<BatchResult.Decided> whenDecided) {
    BatchRecord.Owner owner =
        new BatchRecord.Owner(settings.application(), ownership.self(), token);
    BatchRun run = new BatchRun(BatchWorker.start(goal, owner), whenDecided);
    ownership.begun(owner.process(), token);
    boolean hasEnded = false;
    try {
      BatchEnd end = run.toItsEnd();
      hasEnded = !isOpenEnded(end) && !leavesToOthers(goal, token, end);
      return end;
    } finally {
      if (hasEnded) {
        ownership.ended(owner.process(), token);
      } else {
        ownership.gaveUp(owner.process(), token, true);
      }
    }
  }

  private static boolean isOpenEnded(BatchEnd end) {
    return end.decided().isDefined()
        ? !end.isFinished()
        : end.result() instanceof BatchResult.Unknown;
  }

  /**
   * Whether it has ended a batch for others, who may be dead: it does not go on with the transfers
   * that were left out, though the record names it.
   */
  private static boolean leavesToOthers(BatchGoal goal, Token token, BatchEnd end) {
    return !(goal instanceof BatchGoal.Run)
        && end.decided()
            .map(BatchResult.Decided::record)
            .exists(record -> record.leavesOut() && record.isOwnedBy(token));
  }

  /** A worker while it is driven. */
  private final class BatchRun {

    private final Consumer<BatchResult.Decided> whenDecided;
    private final Tries tries = new Tries(pause, ticker, settings);
    private final AccountNotes notes = new AccountNotes();
    private BatchWorker worker;
    private boolean hasBegun;
    private boolean isDecided;
    private Option<StoreException> failure = Option.none();

    BatchRun(BatchWorker first, Consumer<BatchResult.Decided> whenDecided) {
      this.worker = first;
      this.whenDecided = whenDecided;
    }

    BatchEnd toItsEnd() {
      for (int steps = 0; worker.result().isEmpty(); steps++) {
        if (steps >= MAX_STEPS || (worker.step() instanceof BatchStep.Await && !tries.await())) {
          giveUp();
        } else {
          if (notes.isOvertaken(worker.step()) && !tries.await()) {
            notes.losePatience();
          }
          next();
        }
        notifyOnce();
      }
      return new BatchEnd(worker.result().get(), notes.fault().orElse(failure));
    }

    private void notifyOnce() {
      Option<BatchResult.Decided> certain = isDecided ? Option.none() : worker.certain();
      if (certain.isDefined()) {
        isDecided = true;
        tries.renew();
        whenDecided.accept(certain.get());
      }
    }

    private void next() {
      try {
        BatchEvent event = calls.perform(worker, notes);
        hasBegun = true;
        accept(event);
      } catch (StoreUnavailableException unavailable) {
        fault(unavailable);
        if (unavailable instanceof DeadlinePassedException || !tries.doubt()) {
          giveUp();
        }
      } catch (StoreException fault) {
        fault(fault);
        // what was sent may have taken effect: the worker goes on from there, once
        BatchCalls.inDoubt(worker.step()).forEach(event -> worker = worker.after(event));
        if (!tries.doubt()) {
          giveUp();
        }
      } catch (BatchCalls.UnreadableBatch unreadable) {
        failure =
            Option.some(new StoreException(String.valueOf(unreadable.getMessage()), unreadable));
        giveUp();
      }
    }

    private void fault(StoreException fault) {
      if (!hasBegun) {
        throw fault;
      }
      failure = Option.some(fault);
    }

    private void accept(BatchEvent event) {
      worker = worker.after(event);
      if (BatchCalls.isInDoubt(event) && worker.result().isEmpty() && !tries.doubt()) {
        giveUp();
      }
    }

    private void giveUp() {
      if (worker.result().isEmpty()) {
        worker = worker.after(new BatchEvent.GaveUp());
      }
    }
  }
}
