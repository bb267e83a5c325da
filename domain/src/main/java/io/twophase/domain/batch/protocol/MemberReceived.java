package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Function;

/** What comes of each event of a worker of one transfer. */
record MemberReceived(MemberWorker worker) implements MemberEvent.Cases<MemberWorker> {

  @Override
  public MemberWorker lone(MemberEvent.Lone event) {
    require(worker.step() instanceof MemberStep.Lone, event);
    boolean isTaken =
        event.event() instanceof Event.Inserted inserted
            && inserted.outcome() == BeginOutcome.ID_TAKEN;
    MemberWorker next = worker.following(worker.lone().after(event.event()));
    return isTaken ? next.knowing(new MemberWorker.Known(true, worker.known().document())) : next;
  }

  @Override
  public MemberWorker transferSeen(MemberEvent.TransferSeen event) {
    require(worker.step() instanceof MemberStep.ReadTransfer, event);
    return event
        .lookup()
        .fold(
            ofBatch -> member(ofBatch.document()),
            lone -> alone(lone.record(), event.stuck()),
            this::absent,
            this::unreadable,
            removed -> removed(removed.receipt()));
  }

  private MemberWorker unreadable(TransferLookup.Unreadable lookup) {
    return worker.following(
        reading(worker.lone())
            .after(
                new Event.Seen(
                    new TransactionLookup.Unreadable(lookup.id(), lookup.fault()), false)));
  }

  /** Gone, it was removed with its answer: to begin it once more might do it twice (rule 21). */
  private MemberWorker absent() {
    return worker.known().wasThere()
        ? worker.stop(new MemberResult.Expired())
        : worker.following(
            reading(worker.lone())
                .after(new Event.Seen(new TransactionLookup.Absent(worker.id()), false)));
  }

  /** Its receipt has the answer, whoever had decided it. */
  private MemberWorker removed(Receipt receipt) {
    Worker lone = worker.known().document().isDefined() ? worker.fresh() : worker.lone();
    return worker
        .knowing(new MemberWorker.Known(true, Option.none()))
        .following(
            reading(lone).after(new Event.Seen(new TransactionLookup.Removed(receipt), false)));
  }

  private MemberWorker alone(Transaction record, boolean stuck) {
    MemberWorker.Known known = new MemberWorker.Known(true, Option.none());
    // the document was a member's: what this worker has done before was not to a lone record
    Worker lone = worker.known().document().isDefined() ? worker.fresh() : worker.lone();
    return worker
        .knowing(known)
        .following(
            reading(lone)
                .after(new Event.Seen(new TransactionLookup.Found(record, Duration.ZERO), stuck)));
  }

  /** A worker that has begun nothing, at a read: as if its insert had found the id taken. */
  private static Worker reading(Worker lone) {
    return lone.step() instanceof Step.Begin
        ? lone.after(new Event.Inserted(BeginOutcome.ID_TAKEN))
        : lone;
  }

  private MemberWorker member(MemberDocument document) {
    boolean isAnother =
        worker
            .goal()
            .fold(
                submit -> false,
                run -> !run.body().asksTheSameAs(document.body()),
                resume -> false,
                abandon -> false,
                cancel -> false,
                onAuthorization -> false);
    return isAnother
        ? worker.stop(new MemberResult.IdReused(document))
        : worker
            .knowing(new MemberWorker.Known(true, Option.some(document)))
            .at(new MemberStep.ReadBatch(document.batch()));
  }

  @Override
  public MemberWorker batchSeen(MemberEvent.BatchSeen event) {
    require(worker.step() instanceof MemberStep.ReadBatch, event);
    return event
        .record()
        .map(this::by)
        .getOrElse(() -> worker.at(new MemberStep.Bury(document().batch())));
  }

  private MemberWorker by(BatchRecord record) {
    return record
        .of(worker.id())
        .fold(
            () -> pending(record),
            () -> leftOut(record),
            applied -> worker.stop(new MemberResult.OfBatch(applied)),
            canceled -> worker.stop(new MemberResult.OfBatch(canceled)));
  }

  /** Another is at it. Recovery cancels only what nobody works on. */
  private MemberWorker pending(BatchRecord record) {
    MemberWorker waiting = worker.at(new MemberStep.ReadTransfer(true));
    return worker
        .goal()
        .fold(
            submit -> waiting,
            run -> waiting,
            resume -> waiting,
            abandon -> waiting,
            cancel ->
                worker.at(
                    new MemberStep.Exclude(
                        new BatchTransition.Exclude(record.id(), worker.id(), cancel.reason()))),
            onAuthorization -> waiting);
  }

  /**
   * Free when its batch has ended, for a cancel too: whoever ends the batch finds by its document
   * what is held for it.
   */
  private MemberWorker leftOut(BatchRecord record) {
    return record.frees(worker.id())
        ? onGoal(
            worker.at(new MemberStep.TakeAlone(document())),
            reason -> worker.at(new MemberStep.TakeCanceled(document())))
        : worker.at(new MemberStep.ReadTransfer(true));
  }

  @Override
  public MemberWorker buried(MemberEvent.Buried event) {
    require(worker.step() instanceof MemberStep.Bury, event);
    BatchId batch = document().batch();
    return worker.at(new MemberStep.ReadBatch(batch));
  }

  @Override
  public MemberWorker matched(MemberEvent.Matched event) {
    boolean isMatched = event.outcome() == MatchOutcome.MATCHED;
    if (worker.step() instanceof MemberStep.TakeAlone) {
      return isMatched ? worker.begunAlone() : worker.at(new MemberStep.ReadTransfer(false));
    }
    require(
        worker.step() instanceof MemberStep.TakeCanceled
            || worker.step() instanceof MemberStep.Exclude,
        event);
    return isMatched
        ? onGoal(
            worker,
            reason -> worker.stop(new MemberResult.OfBatch(new MemberState.Canceled(reason))))
        : worker.at(new MemberStep.ReadTransfer(false));
  }

  @Override
  public MemberWorker gaveUp(MemberEvent.GaveUp event) {
    return worker.stop(new MemberResult.Unknown("the bound on tries was reached"));
  }

  private MemberWorker onGoal(MemberWorker ifRun, Function<CancelReason, MemberWorker> ifCancel) {
    return worker
        .goal()
        .fold(
            submit -> ifRun,
            run -> ifRun,
            resume -> ifRun,
            abandon -> ifCancel.apply(new CancelReason.Recovered()),
            cancel -> ifCancel.apply(cancel.reason()),
            onAuthorization -> ifRun);
  }

  private MemberDocument document() {
    return worker
        .known()
        .document()
        .getOrElseThrow(() -> new IllegalStateException(worker + " knows of no batch"));
  }

  private void require(boolean isPossible, MemberEvent event) {
    if (!isPossible) {
      throw new IllegalStateException(worker + " cannot come to " + event);
    }
  }
}
