package io.twophase.app.batch;

import io.twophase.app.engine.MemberTransfers;
import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.MemberEvent;
import io.twophase.domain.batch.protocol.MemberResult;
import io.twophase.domain.batch.protocol.MemberStep;
import io.twophase.domain.batch.protocol.MemberWorker;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.Members;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Unanswered;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.Batches;
import io.twophase.ports.IdSource;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.List;

/**
 * Transfers that batches have, one by one: whoever asks for one gets the batch's answer, cancels it
 * there, or takes it where it was left out; and so does recovery, but that it cancels nothing in a
 * batch that another works on. A batch that is decided, or that nobody works on, is seen through
 * first.
 */
public final class MemberRuns implements MemberTransfers {

  /** How often a transfer may change while it is looked at; then it is waited for. */
  private static final int MAX_STEPS = 50;

  private final Batches batches;
  private final TransactionRepository transactions;
  private final BatchEngine engine;
  private final IdSource ids;

  /**
   * Of one store.
   *
   * @param engine sees batches through that nobody works on
   * @param ids gives it tokens
   */
  public MemberRuns(
      Batches batches, TransactionRepository transactions, BatchEngine engine, IdSource ids) {
    this.batches = batches;
    this.transactions = transactions;
    this.engine = engine;
    this.ids = ids;
  }

  @Override
  public Answer of(Worker worker, TransactionLookup.Found found) {
    return worker
        .goal()
        .fold(
            submit -> BY_DECISION.of(worker, found),
            run -> drive(worker, found),
            resume -> drive(worker, found),
            abandon -> drive(worker, found),
            cancel -> drive(worker, found),
            onAuthorization -> BY_DECISION.of(worker, found));
  }

  /** Brings the batch to its end, unless another works on it; answers whether it has ended. */
  private boolean seeThrough(BatchId batch) {
    return engine.run(new BatchGoal.Resume(batch), ids.nextToken(), decided -> {}).isFinished();
  }

  private Option<TransactionLookup.Found> read(Worker worker) {
    return transactions.find(List.of(worker.id())).get(0) instanceof TransactionLookup.Found found
        ? Option.some(found)
        : Option.none();
  }

  private Answer drive(Worker asked, TransactionLookup.Found first) {
    MemberWorker worker =
        started(asked).after(new MemberEvent.TransferSeen(TransferLookup.of(first), false));
    TransactionLookup.Found seen = first;
    boolean hasSeenThrough = false;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      MemberStep step = worker.step();
      if (step instanceof MemberStep.Lone) {
        return new Answer.Again();
      }
      if (step instanceof MemberStep.Stop stop) {
        return ended(asked, stop.result());
      }
      if (step instanceof MemberStep.ReadTransfer read) {
        boolean seesThrough = read.afterPause() && !hasSeenThrough && mayBeSeenThrough(seen);
        if (read.afterPause() && !seesThrough) {
          return new Answer.Waiting();
        }
        if (seesThrough) {
          seen.batch().forEach(this::seeThrough);
          hasSeenThrough = true;
        }
        Option<TransactionLookup.Found> again = read(asked);
        if (again.isEmpty() || again.get().batch().isEmpty()) {
          // lone by now, or gone: what the lone worker makes of it
          return new Answer.Again();
        }
        seen = again.get();
        worker = worker.after(new MemberEvent.TransferSeen(TransferLookup.of(seen), false));
      } else {
        worker = worker.after(perform(worker));
      }
    }
    return new Answer.Waiting();
  }

  /** A worker that has found the id of the transfer taken, if it is one that begins. */
  private static MemberWorker started(Worker asked) {
    MemberWorker worker =
        MemberWorker.start(
            asked.id(), asked.goal(), asked.application(), asked.owner(), asked.token());
    return worker.step() instanceof MemberStep.Lone
        ? worker.after(new MemberEvent.Lone(new Event.Inserted(BeginOutcome.ID_TAKEN)))
        : worker;
  }

  private boolean mayBeSeenThrough(TransactionLookup.Found seen) {
    return seen.batch().exists(batch -> engine.calls().mayBeSeenThrough(batch));
  }

  private MemberEvent perform(MemberWorker worker) {
    return worker.step().fold(new OfStep(worker));
  }

  private Answer ended(Worker asked, MemberResult result) {
    return result.fold(new OfResult(asked));
  }

  private final class OfResult implements MemberResult.Cases<Answer> {

    private final Worker asked;

    OfResult(Worker asked) {
      this.asked = asked;
    }

    /** Its record is read once more by who asked: that is what the lone worker goes by. */
    @Override
    public Answer lone(MemberResult.Lone result) {
      return new Answer.Again();
    }

    /** By what is there now. What is decided and not finished anybody may settle, or release. */
    @Override
    public Answer ofBatch(MemberResult.OfBatch result) {
      return read(asked)
          .flatMap(
              found ->
                  MemberTransfers.decided(asked.goal(), found.record())
                      .map(decided -> finished(found, decided)))
          .<Answer>map(Answer.Ended::new)
          .getOrElse(Answer.Again::new);
    }

    private Result finished(TransactionLookup.Found found, Result decided) {
      if (decided instanceof Result.Applied applied && !applied.finished()) {
        return new Result.Applied(hasEnded(found));
      }
      if (decided instanceof Result.Canceled canceled && !canceled.finished()) {
        return new Result.Canceled(canceled.reason(), hasEnded(found));
      }
      return decided;
    }

    private boolean hasEnded(TransactionLookup.Found found) {
      return found.batch().exists(MemberRuns.this::seeThrough);
    }

    @Override
    public Answer idReused(MemberResult.IdReused result) {
      return read(asked)
          .<Answer>map(found -> new Answer.Ended(new Result.IdReused(found.record())))
          .getOrElse(Answer.Again::new);
    }

    @Override
    public Answer expired(MemberResult.Expired result) {
      return new Answer.Ended(new Result.Unknown(Unanswered.RECORD_GONE, Option.none()));
    }

    @Override
    public Answer unknown(MemberResult.Unknown result) {
      return new Answer.Waiting();
    }
  }

  private final class OfStep implements MemberStep.Cases<MemberEvent> {

    private final MemberWorker worker;

    OfStep(MemberWorker worker) {
      this.worker = worker;
    }

    @Override
    public MemberEvent readBatch(MemberStep.ReadBatch step) {
      BatchLookup lookup = batches.records().find(List.of(step.batch())).get(0);
      return lookup.fold(
          found -> new MemberEvent.BatchSeen(Option.<BatchRecord>some(found.record())),
          absent -> new MemberEvent.BatchSeen(Option.none()),
          unreadable -> new MemberEvent.GaveUp());
    }

    @Override
    public MemberEvent bury(MemberStep.Bury step) {
      return new MemberEvent.Buried(batches.records().bury(List.of(step.batch())).get(0));
    }

    /** A batch clears accounts that have too little for it: so a transfer that was in one does. */
    @Override
    public MemberEvent takeAlone(MemberStep.TakeAlone step) {
      engine.calls().clear(List.of(Members.of(step.free().body())));
      return taken(
          new MemberTake.Alone(
              step.free(),
              worker.lone().application(),
              worker.lone().owner(),
              worker.lone().token()));
    }

    @Override
    public MemberEvent takeCanceled(MemberStep.TakeCanceled step) {
      return taken(new MemberTake.Canceled(step.free(), reason(), worker.lone().token()));
    }

    private MemberEvent taken(MemberTake take) {
      return new MemberEvent.Matched(batches.records().take(List.of(take)).get(0));
    }

    private CancelReason reason() {
      Goal goal = worker.goal();
      return goal.fold(
          submit -> new CancelReason.Recovered(),
          run -> new CancelReason.Recovered(),
          resume -> new CancelReason.Recovered(),
          abandon -> new CancelReason.Recovered(),
          cancel -> cancel.reason(),
          onAuthorization -> new CancelReason.Recovered());
    }

    @Override
    public MemberEvent exclude(MemberStep.Exclude step) {
      MatchOutcome outcome = batches.records().advance(List.of(step.transition())).get(0);
      return new MemberEvent.Matched(outcome);
    }

    @Override
    public MemberEvent lone(MemberStep.Lone step) {
      throw impossible(step);
    }

    @Override
    public MemberEvent readTransfer(MemberStep.ReadTransfer step) {
      throw impossible(step);
    }

    @Override
    public MemberEvent stop(MemberStep.Stop step) {
      throw impossible(step);
    }

    private IllegalStateException impossible(MemberStep step) {
      return new IllegalStateException(worker + " does not perform " + step);
    }
  }
}
