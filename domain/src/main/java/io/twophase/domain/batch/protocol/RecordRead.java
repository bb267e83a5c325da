package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** From a record that was read, and its members, to the next step. */
final class RecordRead {

  private RecordRead() {}

  static BatchWorker next(BatchWorker worker, BatchEvent.RecordSeen seen) {
    return seen.record()
        .map(record -> found(worker, record, seen.stuck()))
        .getOrElse(() -> absent(worker));
  }

  /**
   * The insert has not arrived, and may yet. The batch is made to end, so that its members are
   * free: an absent record is not yet a dead one.
   */
  private static BatchWorker absent(BatchWorker worker) {
    if (worker.owned().isDefined()) {
      return worker.stop(new BatchResult.Unknown("the record was there, and is gone"));
    }
    return worker
        .goal()
        .fold(
            run -> worker.at(new BatchStep.Bury()),
            resume -> worker.stop(new BatchResult.NotFound()),
            cancel -> worker.stop(new BatchResult.NotFound()));
  }

  private static BatchWorker found(BatchWorker worker, BatchRecord read, boolean stuck) {
    Option<BatchRecord> before = worker.knowledge().record();
    BatchWorker informed = worker.at(worker.knowledge().reading(read), worker.step());
    return switch (read.state()) {
      case PENDING ->
          worker
              .goal()
              .fold(
                  run -> pending(informed, before, read, stuck),
                  resume -> pending(informed, before, read, stuck),
                  cancel -> toCancel(informed, read));
      case APPLIED -> decided(informed, read, isDecidedHere(informed, read));
      case CANCELING -> readMembers(informed);
      case DONE, CANCELED -> decided(informed, read, true);
      case INITIAL, AUTHORIZED ->
          throw new IllegalStateException(read.id() + " is " + read.state());
    };
  }

  private static BatchWorker decided(BatchWorker informed, BatchRecord read, boolean isKnown) {
    return informed
        .goal()
        .fold(
            run -> goOn(informed, read, isKnown),
            resume -> goOn(informed, read, isKnown),
            cancel ->
                read.reason().isDefined()
                    ? goOn(informed, read, isKnown)
                    : informed.stop(new BatchResult.AlreadyDecided(read.state())));
  }

  private static BatchWorker goOn(BatchWorker informed, BatchRecord read, boolean isKnown) {
    if (read.state().isFinal()) {
      return Ending.ended(informed);
    }
    return isKnown ? Ending.settle(informed) : readMembers(informed);
  }

  private static boolean isDecidedHere(BatchWorker worker, BatchRecord read) {
    return worker.owned().contains(read.epoch());
  }

  /**
   * Who cancels takes the batch over before it reads the members: only an epoch of its own tells
   * for whom nothing was held.
   */
  private static BatchWorker toCancel(BatchWorker worker, BatchRecord read) {
    boolean isMine = read.isOwnedBy(worker.owner().token());
    if (isMine && !worker.owned().contains(read.epoch())) {
      return owned(worker, read.epoch());
    }
    return isMine || worker.owned().isEmpty()
        ? takeOver(worker, read)
        : worker.stop(new BatchResult.Busy(read.epoch()));
  }

  private static BatchWorker beginCancel(
      BatchWorker worker, BatchKnowledge knowledge, CancelReason reason) {
    BatchTransition cancel =
        new BatchTransition.BeginCancel(
            worker.id(),
            knowledge.known().epoch(),
            reason,
            worker.owner(),
            knowledge.batch().unseen(knowledge.seen()));
    return worker.at(knowledge, new BatchStep.Move(cancel));
  }

  private static BatchWorker pending(
      BatchWorker worker, Option<BatchRecord> before, BatchRecord read, boolean stuck) {
    Option<Epoch> owned = worker.owned();
    if (read.isOwnedBy(worker.owner().token())) {
      return owned.contains(read.epoch())
          ? again(worker, before, read)
          : owned(worker, read.epoch());
    }
    if (owned.isDefined()) {
      // overtaken, and the record has left the owned epoch for ever
      return Ending.withdraw(worker, owned.get());
    }
    return stuck ? takeOver(worker, read) : othersWork(worker, read.epoch());
  }

  /**
   * Its own epoch. If the decision was answered, only the exclusions had changed: it decides again,
   * with these. Else something got no answer: on to the next epoch.
   */
  private static BatchWorker again(
      BatchWorker worker, Option<BatchRecord> before, BatchRecord read) {
    boolean areExclusionsNew = before.exists(known -> !known.excluded().equals(read.excluded()));
    return worker.knowledge().isDecisionAnswered() && areExclusionsNew
        ? Holding.decide(worker, worker.knowledge())
        : takeOver(worker, read);
  }

  /** The epoch is its own: who takes part is read from the members' documents. */
  static BatchWorker owned(BatchWorker worker, Epoch epoch) {
    return readMembers(worker.at(worker.knowledge().owning(epoch), worker.step()));
  }

  private static BatchWorker takeOver(BatchWorker worker, BatchRecord read) {
    return worker.at(
        new BatchStep.Move(
            new BatchTransition.TakeOver(worker.id(), read.epoch(), worker.owner())));
  }

  static BatchWorker othersWork(BatchWorker worker, Epoch epoch) {
    return worker
        .goal()
        .fold(
            run -> worker.at(new BatchStep.Await()),
            resume -> worker.stop(new BatchResult.Busy(epoch)),
            cancel -> worker.stop(new BatchResult.Busy(epoch)));
  }

  static BatchWorker readMembers(BatchWorker worker) {
    return worker.at(new BatchStep.ReadMembers(worker.knowledge().known().members()));
  }

  static BatchWorker membersSeen(BatchWorker worker, List<TransferLookup> documents) {
    BatchKnowledge before = worker.knowledge();
    Map<TransactionId, NewTransaction> bodies = new HashMap<>(before.bodies());
    Set<TransactionId> named = new HashSet<>(before.named());
    for (TransferLookup lookup : documents) {
      // an id may stand for another's transaction, whatever that is
      for (MemberDocument document : lookup.member()) {
        if (document.batch().equals(worker.id())) {
          bodies.put(document.id(), document.body());
          named.add(document.id());
        }
      }
    }
    BatchKnowledge knowledge = before.knowing(bodies, named);
    BatchRecord record = knowledge.known();
    return switch (record.state()) {
      case PENDING -> entered(worker, knowledge);
      case APPLIED ->
          knowledge.named().containsAll(record.applied())
              ? Ending.settle(worker.at(knowledge, worker.step()))
              // too old a read: what is applied has a document (rule 18)
              : worker.at(new BatchStep.Await());
      case CANCELING -> Ending.release(worker.at(knowledge, worker.step()));
      case DONE, CANCELED, INITIAL, AUTHORIZED ->
          throw new IllegalStateException("members of " + record + " are not asked for");
    };
  }

  private static BatchWorker entered(BatchWorker worker, BatchKnowledge knowledge) {
    Epoch epoch = knowledge.owned().getOrElse(knowledge.known().epoch());
    return worker
        .goal()
        .fold(
            run -> Holding.enter(worker, knowledge, epoch),
            resume -> Holding.enter(worker, knowledge, epoch),
            cancel -> beginCancel(worker, knowledge, cancel.reason()));
  }
}
