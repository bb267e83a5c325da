package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result.Unanswered;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The step that follows a read. */
final class Reading {

  private Reading() {}

  /** The worker's record is read: of a transaction, its document with the record that it names. */
  static Step.Read of(Goal goal) {
    return of(goal, Step.Pause.NONE);
  }

  static Step.Read of(Goal goal, Step.Pause pause) {
    RecordId id = goal.record();
    return id.isOfMany()
        ? new Step.Read(List.of(), true, pause)
        : new Step.Read(List.of(id.transaction()), false, pause);
  }

  static Step.Read members(Knowledge knowledge, Step.Pause pause) {
    return new Step.Read(knowledge.known().members(), false, pause);
  }

  static Worker seen(Worker worker, Step.Read step, Event.Seen seen) {
    if (worker.id().isOfMany() && !step.record()) {
      return membersSeen(worker, seen.lookups());
    }
    Lookup lookup = seen.lookups().get(0);
    return switch (lookup.kind()) {
      case FOUND ->
          lookup.member().isPresent()
              ? Following.seen(worker, lookup)
              : found(worker, step, lookup, seen.stuck());
      case ABSENT -> absent(worker);
      case REMOVED -> Removed.seen(worker, lookup.receipt().orElseThrow());
      case UNREADABLE -> worker.stop(Result.unreadable(lookup.fault()));
    };
  }

  /**
   * The insert has not arrived, and may yet. A transaction alone is inserted again: if both arrive,
   * one of them fails on the id, and the record carries this worker's token all the same. A record
   * of several is made to end, so that its members are free: an absent record is not yet a dead
   * one. A record that was there and is gone had ended, and was removed.
   */
  private static Worker absent(Worker worker) {
    Knowledge knowledge = worker.knowledge();
    if (knowledge.owned().isPresent() || knowledge.progress().fencedAt().isPresent()) {
      return worker.stop(Result.unknown(Unanswered.RECORD_GONE));
    }
    if (knowledge.progress().wasThere() && !worker.id().isOfMany()) {
      return worker.stop(Result.of(Result.Kind.EXPIRED));
    }
    return worker
        .goal()
        .begins()
        .map(begun -> begun.id().isOfMany() ? NewRecord.tombstone(begun.id()) : begun)
        .map(insert -> worker.at(new Step.Insert(insert)))
        .orElseGet(() -> worker.stop(Result.of(Result.Kind.NOT_FOUND)));
  }

  private static Worker found(Worker worker, Step.Read step, Lookup lookup, boolean stuck) {
    TransactionRecord record = lookup.record().orElseThrow();
    boolean isAnothers = record.only().filter(body -> isAnothers(worker, body)).isPresent();
    if (isAnothers) {
      return worker.stop(Result.idReused(record.alone()));
    }
    if (worker.goal().kind() == Goal.Kind.SUBMIT) {
      return worker.stop(Result.of(Result.Kind.SUBMITTED));
    }
    Optional<TransactionRecord> before = worker.knowledge().record();
    Worker informed = informed(worker, step, record);
    if (isOvertaken(informed, record)) {
      return Closing.withdraw(informed);
    }
    if (worker.goal().kind() == Goal.Kind.AUTHORIZE) {
      return Authorizing.asked(informed, record, worker.goal().request().orElseThrow());
    }
    return goOn(informed, before, lookup, stuck);
  }

  /** Returns whether another transaction has the id; one that only keeps it never happens. */
  static boolean isAnothers(Worker worker, NewTransaction there) {
    return !there.isTombstone()
        && worker
            .goal()
            .begins()
            .filter(begun -> !begun.members().get(0).asksTheSameAs(there))
            .isPresent();
  }

  private static Worker informed(Worker worker, Step.Read step, TransactionRecord record) {
    Knowledge knowledge = worker.knowledge().taken().reading(record);
    if (knowledge.isOne()) {
      knowledge = knowledge.namingOnly();
    }
    boolean isMine = record.isOwnedBy(worker.owner().token());
    if (knowledge.owned().filter(epoch -> epoch.olderThan(record.epoch())).isPresent()
        && !(record.state() == State.PENDING && isMine)) {
      knowledge = knowledge.fenced(record.epoch());
    }
    boolean hadNoPart =
        knowledge.owned().isEmpty()
            && knowledge.progress().fencedAt().isEmpty()
            && !step.pause().waits();
    if (record.state().isDecided() && hadNoPart) {
      knowledge = knowledge.decidedBefore();
    }
    return worker.knowing(knowledge);
  }

  /**
   * Returns whether this worker may have holds at an epoch at which nothing is decided any more:
   * another worker has overtaken it, or has canceled the record. The worker withdraws such holds
   * first.
   */
  private static boolean isOvertaken(Worker worker, TransactionRecord record) {
    boolean isMine = record.state() == State.PENDING && record.isOwnedBy(worker.owner().token());
    return !isMine
        && worker
            .knowledge()
            .owned()
            .filter(epoch -> epoch.olderThan(record.epoch()) || record.state() == State.CANCELED)
            .isPresent();
  }

  private static Worker goOn(
      Worker worker, Optional<TransactionRecord> before, Lookup lookup, boolean stuck) {
    TransactionRecord record = lookup.record().orElseThrow();
    boolean cancels = worker.goal().kind() == Goal.Kind.CANCEL;
    return switch (record.state()) {
      case INITIAL -> cancels ? Closing.cancel(worker) : acquire(worker);
      case PENDING -> pending(worker, before, record, stuck);
      case AUTHORIZED -> cancels ? Closing.cancel(worker) : Authorizing.authorized(worker, lookup);
      case APPLIED, DONE ->
          cancels
              ? worker.stop(Result.alreadyDecided(record.state() == State.DONE))
              : Closing.decided(worker);
      case CANCELING -> Closing.decided(worker);
      case CANCELED -> worker.stop(Closing.whole(record));
    };
  }

  private static Worker pending(
      Worker worker, Optional<TransactionRecord> before, TransactionRecord record, boolean stuck) {
    boolean isOne = !record.id().isOfMany();
    boolean isForAll = worker.goal().kind() == Goal.Kind.CANCEL;
    if (isForAll && isOne) {
      return Closing.cancel(worker);
    }
    if (record.isOwnedBy(worker.owner().token())) {
      return worker.knowledge().owned().equals(Optional.of(record.epoch()))
          ? again(worker, before, record)
          : Holding.owned(worker);
    }
    boolean isContested = isForAll && worker.fencedAt().isPresent();
    if (isContested || (!stuck && !isForAll)) {
      return othersWork(worker);
    }
    return worker.goal().cancels() && isOne ? Closing.cancel(worker) : acquire(worker);
  }

  /**
   * Its own epoch. If the decision was answered, only the exclusions had changed: it decides again,
   * with these. Else something got no answer: on to the next epoch.
   */
  private static Worker again(
      Worker worker, Optional<TransactionRecord> before, TransactionRecord record) {
    boolean areExclusionsNew =
        before.filter(known -> !known.excluded().equals(record.excluded())).isPresent();
    return worker.knowledge().isDecisionAnswered() && areExclusionsNew
        ? Closing.decide(worker)
        : acquire(worker);
  }

  static Worker acquire(Worker worker) {
    TransactionRecord record = worker.knowledge().known();
    return worker.at(
        new Step.Move(Transition.acquire(record.id(), record.epoch(), worker.owner())));
  }

  private static Worker othersWork(Worker worker) {
    return worker.goal().kind() == Goal.Kind.RUN
        ? worker.at(of(worker.goal(), Step.Pause.until(worker.id())))
        : worker.stop(Result.of(Result.Kind.BUSY));
  }

  private static Worker membersSeen(Worker worker, List<Lookup> lookups) {
    Map<TransactionId, Member> named = new HashMap<>(worker.knowledge().named());
    for (Lookup lookup : lookups) {
      // an id may stand for another's transaction, whatever that is
      for (MemberDocument document : lookup.member().stream().toList()) {
        if (document.record().equals(worker.id())) {
          named.put(document.id(), Member.of(document.body()));
        }
      }
    }
    Worker informed = worker.knowing(worker.knowledge().naming(named));
    return informed.knowledge().known().state().isDecided()
        ? Closing.membersSeen(informed)
        : Holding.membersSeen(informed, lookups);
  }

  /**
   * The worker has found a receipt in place of the record. The transaction is final, and all that
   * it held is ended; only holds that this worker itself has sent may still come late.
   */
  private static final class Removed {

    private Removed() {}

    static Worker seen(Worker worker, Receipt receipt) {
      Optional<NewTransaction> asked =
          worker.goal().begins().map(NewRecord::members).map(members -> members.get(0));
      if (asked.filter(body -> !receipt.isAnswerTo(body)).isPresent()) {
        return worker.stop(Result.idReused(Optional.empty()));
      }
      if (worker.knowledge().owned().isPresent()) {
        return Closing.withdraw(worker);
      }
      return informed(worker).stop(result(worker, receipt));
    }

    private static Result result(Worker worker, Receipt receipt) {
      return switch (worker.goal().kind()) {
        case SUBMIT -> Result.of(Result.Kind.SUBMITTED);
        case RUN, RESUME, ABANDON -> Result.of(receipt);
        case CANCEL -> receipt.isApplied() ? Result.alreadyDecided(true) : Result.of(receipt);
        case AUTHORIZE ->
            Result.refused(
                new AuthorizationRefusal.RecordRemoved(receipt.id(), receipt.isApplied()));
      };
    }

    private static Worker informed(Worker worker) {
      boolean hasWaited = worker.step() instanceof Step.Read read && read.pause().waits();
      boolean hadNoPart = worker.knowledge().progress().fencedAt().isEmpty() && !hasWaited;
      return hadNoPart ? worker.knowing(worker.knowledge().decidedBefore()) : worker;
    }
  }
}
