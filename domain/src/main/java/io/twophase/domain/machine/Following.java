package io.twophase.domain.machine;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict.Fate;
import java.time.Instant;

/**
 * The worker of a transaction that is a member of a record of several: that record answers for the
 * transaction, or leaves it free.
 */
final class Following {

  private Following() {}

  static Worker seen(Worker worker, Lookup lookup) {
    MemberDocument document = lookup.member().orElseThrow();
    if (Reading.isAnothers(worker, document.body())) {
      return worker.stop(Result.idReused(lookup.transaction()));
    }
    Worker afresh = worker.knowing(worker.knowledge().afresh());
    return switch (worker.goal().kind()) {
      case SUBMIT -> worker.stop(Result.of(Result.Kind.SUBMITTED));
      case AUTHORIZE ->
          worker.stop(Result.refused(new AuthorizationRefusal.NotAnAuthorization(document.id())));
      case RUN, RESUME, ABANDON, CANCEL ->
          lookup
              .record()
              .map(record -> by(afresh, document, record))
              .orElseGet(() -> afresh.at(new Step.Insert(NewRecord.tombstone(document.record()))));
    };
  }

  private static Worker by(Worker worker, MemberDocument document, TransactionRecord record) {
    return record
        .fate(document.id())
        .map(
            fate ->
                fate.equals(Fate.LEFT)
                    ? leftOut(worker, document, record)
                    : decided(worker, document, record, fate))
        .orElseGet(() -> pending(worker, document));
  }

  /** Another is at it. Recovery cancels only what nobody works on. */
  private static Worker pending(Worker worker, MemberDocument document) {
    return worker.goal().kind() == Goal.Kind.CANCEL
        ? worker.at(
            new Step.Move(
                Transition.exclude(
                    document.record(), document.id(), worker.goal().reason().orElseThrow())))
        : later(worker, document);
  }

  private static Worker later(Worker worker, MemberDocument document) {
    return worker.at(Reading.of(worker.goal(), Step.Pause.until(document.record())));
  }

  /**
   * Stops with the decision; a worker that runs the transaction waits once for the end of the
   * record that has decided it.
   */
  private static Worker decided(
      Worker worker, MemberDocument document, TransactionRecord record, Fate fate) {
    boolean hasWaited = worker.step() instanceof Step.Read read && read.pause().waits();
    Worker informed = hasWaited ? worker : worker.knowing(worker.knowledge().decidedBefore());
    boolean isFinished = record.state().isFinal();
    if (worker.goal().kind() == Goal.Kind.CANCEL && fate.isApplied()) {
      return informed.stop(Result.alreadyDecided(isFinished));
    }
    Result result = Result.of(fate, isFinished);
    boolean waitsForEnd =
        !isFinished
            && worker.goal().kind() == Goal.Kind.RUN
            && worker.knowledge().progress().elsewhere().isEmpty();
    return waitsForEnd
        ? later(informed.knowing(informed.knowledge().decidedElsewhere(result)), document)
        : informed.stop(result);
  }

  /**
   * Free when its record has ended, for a cancel too: whoever ends the record finds by the member's
   * document what is held for it.
   */
  private static Worker leftOut(Worker worker, MemberDocument document, TransactionRecord record) {
    if (!record.frees(document.id())) {
      return later(worker, document);
    }
    return worker.at(
        new Step.Take(
            java.util.List.of(
                worker
                    .goal()
                    .reason()
                    .map(reason -> MemberTake.canceled(document, reason, worker.owner()))
                    .orElseGet(() -> MemberTake.alone(document, worker.owner())))));
  }

  /** Matched, the transaction is alone now, by this worker's own write: as if it had begun it. */
  static Worker took(Worker worker, MemberTake take, MatchOutcome outcome) {
    if (outcome != MatchOutcome.MATCHED) {
      return worker.at(Reading.of(worker.goal()));
    }
    TransactionRecord record = take.taken(take.free(), Instant.EPOCH).getLeft();
    Worker alone = worker.knowing(worker.knowledge().reading(record));
    return record.state().isFinal() ? alone.stop(Closing.whole(record)) : Holding.owned(alone);
  }
}
