package io.twophase.domain.protocol;

import io.twophase.domain.compensation.CompensationRule;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.time.Duration;

/** What a worker does once it has read the record. */
final class Rereading {

  private Rereading() {}

  static Worker next(Worker worker, Event.Seen seen) {
    return seen.lookup()
        .fold(
            found -> found(worker, found, seen.stuck()),
            absent -> absent(worker),
            unreadable -> worker.stop(new Result.Unreadable(unreadable.fault())),
            removed -> AfterRemoval.next(worker, removed.receipt()));
  }

  /**
   * The insert has not arrived, so it may be sent again: if both arrive, one of them fails on the
   * id, and the record carries this worker's token all the same.
   */
  private static Worker absent(Worker worker) {
    boolean everBegun = worker.knowledge().owned().isDefined() || isFenced(worker);
    if (everBegun) {
      return worker.stop(new Result.Unknown(Unanswered.RECORD_GONE, worker.knowledge().owned()));
    }
    return worker
        .goal()
        .fold(
            submit -> worker.at(new Step.Submit(submit.body())),
            run -> worker.at(new Step.Begin(run.body())),
            resume -> worker.stop(new Result.NotFound()),
            abandon -> worker.stop(new Result.NotFound()),
            cancel -> worker.stop(new Result.NotFound()),
            onAuthorization -> worker.stop(new Result.NotFound()));
  }

  private static Worker found(Worker worker, TransactionLookup.Found found, boolean stuck) {
    Transaction record = found.record();
    return worker
        .goal()
        .fold(
            submit ->
                isAnswered(submit.body(), record)
                    ? worker.stop(new Result.Submitted())
                    : worker.stop(new Result.IdReused(record)),
            run ->
                isAnswered(run.body(), record)
                    ? goOn(informed(worker, record), found, stuck)
                    : worker.stop(new Result.IdReused(record)),
            resume -> goOn(informed(worker, record), found, stuck),
            abandon -> goOn(informed(worker, record), found, stuck),
            cancel -> cancel(informed(worker, record), record, cancel.reason()),
            onAuthorization ->
                Authorizing.asked(informed(worker, record), record, onAuthorization.request()));
  }

  /** The worker at a record that is decided: it is settled or released, or all done. */
  static Worker goOn(Worker informed, Transaction decided) {
    return goOn(informed, new TransactionLookup.Found(decided, Duration.ZERO), false);
  }

  private static Worker goOn(Worker informed, TransactionLookup.Found found, boolean stuck) {
    Transaction record = found.record();
    return switch (CompensationRule.of(record.state()).onRecovery()) {
      case CLAIM ->
          informed.at(
              new Step.Move(
                  new Transition.Claim(
                      informed.id(), informed.application(), informed.owner(), informed.token())));
      case TAKE_OVER -> pending(informed, record, stuck);
      case VOID_IF_OVERDUE -> authorized(informed, found);
      case SETTLE ->
          informed.at(
              Protocol.settling(record.epoch(), record.operations(), record.progress().captured()));
      case RELEASE -> informed.at(new Step.Release(record.epoch(), record.operations()));
      case NOTHING -> ended(informed, record);
    };
  }

  /** Only recovery voids it, and only when it has expired by the store's clock. */
  private static Worker authorized(Worker informed, TransactionLookup.Found found) {
    Transaction record = found.record();
    boolean isRecovery =
        informed
            .goal()
            .fold(
                submit -> false,
                run -> false,
                resume -> true,
                abandon -> true,
                cancel -> false,
                onAuthorization -> false);
    return isRecovery && record.isOverdueAt(found.readAt())
        ? Authorizing.expire(informed, record)
        : Authorizing.authorized(informed, record);
  }

  /** Whether the record is of what was asked, or keeps its id so that it never happens. */
  private static boolean isAnswered(NewTransaction asked, Transaction record) {
    return record.body().isTombstone() || record.body().asksTheSameAs(asked);
  }

  private static Worker informed(Worker worker, Transaction record) {
    Knowledge knowledge = worker.knowledge().of(record);
    if (record.reason().isDefined()) {
      knowledge = knowledge.because(record.reason());
    }
    Option<Epoch> owned = knowledge.owned();
    if (owned.exists(epoch -> epoch.olderThan(record.epoch()))
        && !(record.state() == State.PENDING && record.isOwnedBy(worker.token()))) {
      knowledge = knowledge.fenced(record.epoch());
    }
    boolean neverWaited = worker.step() instanceof Step.Reread && !isFenced(worker);
    if (record.state().isDecided() && owned.isEmpty() && neverWaited) {
      knowledge = knowledge.decidedBefore();
    }
    return worker.at(knowledge, worker.step());
  }

  private static Worker cancel(Worker worker, Transaction record, CancelReason reason) {
    return switch (CompensationRule.of(record.state()).onCancel()) {
      case CANCEL_AT_ONCE -> Protocol.cancelUnclaimed(worker, reason);
      case BEGIN_CANCEL -> Protocol.beginCancel(worker, record.epoch(), reason);
      case VOID -> Authorizing.voidIt(worker, record, reason);
      case REFUSE_REVERSE_IT -> worker.stop(new Result.AlreadyDecided(record.state()));
      case CARRY_ON -> worker.at(new Step.Release(record.epoch(), record.operations()));
      case SAME_ANSWER -> worker.stop(Protocol.canceled(record.reason()));
    };
  }

  private static Worker pending(Worker worker, Transaction record, boolean stuck) {
    Option<Epoch> owned = worker.knowledge().owned();
    if (record.isOwnedBy(worker.token())) {
      // Its own epoch. Where it knew so, it was left without an answer: on to the next. Where it
      // did not, this is the answer to its begin, claim or take-over.
      return owned.contains(record.epoch())
          ? takeOver(worker, record)
          : Protocol.enter(worker, record.epoch());
    }
    if (owned.isDefined()) {
      // Overtaken, and the record has left the owned epoch for ever.
      return worker.at(new Step.Withdraw(owned.get(), record.operations()));
    }
    if (stuck) {
      return worker
          .goal()
          .fold(
              submit -> takeOver(worker, record),
              run -> takeOver(worker, record),
              resume -> takeOver(worker, record),
              abandon -> Protocol.beginCancel(worker, record.epoch(), new CancelReason.Recovered()),
              cancel -> takeOver(worker, record),
              onAuthorization -> takeOver(worker, record));
    }
    return othersWork(worker, record.epoch());
  }

  private static Worker takeOver(Worker worker, Transaction record) {
    return worker.at(
        new Step.Move(
            new Transition.TakeOver(
                worker.id(),
                record.epoch(),
                worker.application(),
                worker.owner(),
                worker.token())));
  }

  private static Worker othersWork(Worker worker, Epoch epoch) {
    return worker
        .goal()
        .fold(
            submit -> worker.stop(new Result.Busy(epoch)),
            run -> worker.at(new Step.Await()),
            resume -> worker.stop(new Result.Busy(epoch)),
            abandon -> worker.stop(new Result.Busy(epoch)),
            cancel -> worker.stop(new Result.Busy(epoch)),
            onAuthorization -> worker.stop(new Result.Busy(epoch)));
  }

  /** The record is final. */
  private static Worker ended(Worker worker, Transaction record) {
    boolean applied = record.state() == State.DONE;
    Result result = applied ? Protocol.applied() : Protocol.canceled(record.reason());
    boolean decidedAtOwned = applied && worker.knowledge().owned().contains(record.epoch());
    // Decided at its own epoch, all its holds were acknowledged and are settled: none is left.
    return decidedAtOwned ? worker.stop(result) : ended(worker, result);
  }

  /**
   * The transaction is final, with {@code result}: holds that this worker sent at an epoch that was
   * not decided may have come late, so it takes them back before it stops.
   */
  static Worker ended(Worker worker, Result result) {
    Option<Epoch> owned = worker.knowledge().owned();
    boolean mayHaveLeftHolds =
        owned.isDefined() && (isFenced(worker) || worker.step() instanceof Step.Reread);
    if (!mayHaveLeftHolds) {
      return worker.stop(result);
    }
    return worker.at(
        worker.knowledge().ending(Option.some(result)),
        new Step.Withdraw(owned.get(), worker.knowledge().operations()));
  }

  /** Its own dead holds are withdrawn. */
  static Worker withdrawn(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    if (knowledge.result().isDefined()) {
      return worker.stop(knowledge.result().get());
    }
    return othersWork(
        worker.at(knowledge.disowned(), worker.step()), knowledge.fencedAt().getOrElse(Epoch.NONE));
  }

  static boolean isFenced(Worker worker) {
    return worker.knowledge().fencedAt().isDefined();
  }
}
