package io.twophase.app.recovery;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.UnknownReasons;
import io.twophase.app.engine.WaitPolicy;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings records that nobody works on to their ends, as a request says, and reports each. A member
 * that its record has left out is run as a transaction alone.
 */
final class RecoveryRuns {

  private final Engine engine;
  private final int batchSize;
  private final RecoveryScope scope;

  /**
   * @param batchSize how many transactions are brought to their ends together
   */
  RecoveryRuns(Engine engine, int batchSize, RecoveryScope scope) {
    this.engine = engine;
    this.batchSize = batchSize;
    this.scope = scope;
  }

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
    if (!some.isEmpty()) {
      together(some);
    }
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
    Optional<String> fault = StoreException.faultOf(() -> areFinished[0] = run(some));
    if (fault.isPresent() && some.size() > 1) {
      some.forEach(this::recover);
    } else if (fault.isPresent()) {
      scope.waits(some.get(0), fault.orElseThrow());
    }
    return areFinished[0];
  }

  private boolean run(List<Lookup> some) {
    List<Worker> workers =
        some.stream().map(one -> Worker.start(goal(one), engine.owner())).toList();
    Engine.Ended ended = engine.run(workers, decided -> {}, WaitPolicy.PAUSE);
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
      scope.report(recovered);
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
}
