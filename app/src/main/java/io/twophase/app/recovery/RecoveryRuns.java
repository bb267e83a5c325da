package io.twophase.app.recovery;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Brings records that nobody works on to their ends, as a request says, and reports each. A member
 * that its record has left out is run as a transaction alone.
 *
 * @param batchSize how many transactions are brought to their ends together
 */
record RecoveryRuns(Engine engine, int batchSize, RecoveryScope scope) {

  /** Recovers {@code all}, no id twice, some at a time. */
  void recover(List<Lookup> all) {
    List<Lookup> some = new ArrayList<>();
    int members = 0;
    for (Lookup one : all) {
      if (!some.isEmpty() && members + members(one) > batchSize) {
        together(some);
        some = new ArrayList<>();
        members = 0;
      }
      some.add(one);
      members += members(one);
    }
    together(some);
  }

  private static int members(Lookup one) {
    return one.member().isPresent() ? 1 : one.record().orElseThrow().members().size();
  }

  /** Recovers one alone; answers whether it is finished. */
  boolean recover(Lookup one) {
    return together(List.of(one));
  }

  /** If one of them ends the run of all, each is run alone. */
  private boolean together(List<Lookup> some) {
    boolean[] areFinished = {false};
    StoreException.eachOf(some, these -> areFinished[0] = run(these), scope::waits);
    return areFinished[0];
  }

  private boolean run(List<Lookup> some) {
    List<Worker> workers =
        some.stream().map(one -> Worker.start(goal(one), engine.owner())).toList();
    Engine.Ended ended = engine.run(workers, (at, decided) -> {}, WaitPolicy.PAUSE);
    String fault = ended.failure().map(Throwable::getMessage).orElse("no certain answer in time");
    boolean areFinished = true;
    for (int at = 0; at < some.size(); at++) {
      Recovered recovered =
          recovered(
              some.get(at).id(),
              RecoveryScope.state(some.get(at)),
              ended.workers().get(at).result().orElseThrow(),
              fault);
      areFinished &= recovered.isFinished();
      scope.report().accept(recovered);
    }
    return areFinished;
  }

  private Goal goal(Lookup one) {
    RecordId id = new RecordId(one.id());
    return switch (scope.request().policy()) {
      case RESUME -> Goal.resume(id);
      case CANCEL -> Goal.abandon(id);
    };
  }

  /** A record of several that applies nothing is canceled for no reason: its members say why. */
  private static Recovered recovered(String id, State found, Result result, String fault) {
    return switch (result.kind()) {
      case APPLIED ->
          result.isFinished()
              ? new Recovered.Done(id, found)
              : new Recovered.Unfinished(id, found, "applied, not settled: " + fault);
      case CANCELED ->
          result.isFinished()
              ? result
                  .reason()
                  .<Recovered>map(why -> new Recovered.Canceled(id, found, why))
                  .orElseGet(() -> new Recovered.Done(id, found))
              : new Recovered.Unfinished(id, found, "canceled, not released: " + fault);
      case AUTHORIZED ->
          new Recovered.Authorized(
              id, found, result.seen().flatMap(Transaction::expiresAt).orElseThrow());
      case EXPIRED, NOT_FOUND -> new Recovered.Unfinished(id, found, "its record is gone");
      case BUSY -> new Recovered.LeftToAnother(id, found);
      case UNREADABLE -> new Recovered.Unreadable(id, result.fault().orElseThrow());
      case UNKNOWN ->
          new Recovered.Unfinished(id, found, UnknownReasons.words(result) + ": " + fault);
      case SUBMITTED, REFUSED, ID_REUSED, ALREADY_DECIDED, LEFT_OUT ->
          throw new IllegalStateException("recovery of " + id + " came to " + result);
    };
  }

  /**
   * Says which records and members one pass of recovery takes up, and reports of them.
   *
   * @param wanted which records and members to recover, by the text of their ids; others are not
   *     reported
   * @param report receives each
   * @param taken the ids that this pass has taken up: a record that changes meanwhile is listed
   *     again
   */
  record RecoveryScope(
      RecoveryRequest request,
      Predicate<String> wanted,
      Consumer<Recovered> report,
      Set<String> taken) {

    RecoveryScope(RecoveryRequest request, Predicate<String> wanted, Consumer<Recovered> report) {
      this(request, wanted, report, new HashSet<>());
    }

    boolean isWanted(String id) {
      return wanted.test(id);
    }

    /** Returns whether the pass has it to recover from now on: nobody has taken it up before. */
    boolean take(Lookup found) {
      return isWanted(found.id()) && taken.add(found.id());
    }

    /** Returns whether it has not changed for so long that its owner counts as dead. */
    boolean isOld(Lookup found) {
      return found.unmodifiedFor().compareTo(request.olderThan()) >= 0;
    }

    /**
     * Returns whether the record's last owner is of the application that is asked for, if one is.
     */
    boolean isOfApplication(TransactionRecord record) {
      return request
          .application()
          .map(name -> record.owner().filter(owner -> owner.application().equals(name)).isPresent())
          .orElse(true);
    }

    /** The state of a record, or of a member by its record. */
    static State state(Lookup found) {
      return found
          .transaction()
          .map(Transaction::state)
          .orElseGet(() -> found.record().orElseThrow().state());
    }

    /** Does something about one item: a fault is reported with its id, and ends nothing else. */
    void alone(String id, State found, Runnable work) {
      StoreException.faultOf(work)
          .filter(why -> isWanted(id))
          .ifPresent(why -> report.accept(new Recovered.Unfinished(id, found, why)));
    }

    /** The transaction was not run, since an earlier one comes first. */
    void waits(Lookup found, String why) {
      report.accept(new Recovered.Unfinished(found.id(), state(found), why));
    }

    /** Reports a record or a member, if it cannot be read. */
    void unreadable(Lookup lookup) {
      lookup.fault().ifPresent(fault -> unreadable(lookup.id(), fault));
    }

    /** Something cannot be read. */
    void unreadable(String id, String fault) {
      if (isWanted(id)) {
        report.accept(new Recovered.Unreadable(id, fault));
      }
    }
  }
}
