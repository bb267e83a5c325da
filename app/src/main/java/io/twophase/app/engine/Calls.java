package io.twophase.app.engine;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One group of steps of the same kind as one call on a port, and its answers as events. */
final class Calls {

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Duration stuckAfter;

  Calls(AccountRepository accounts, TransactionRepository transactions, Duration stuckAfter) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.stuckAfter = stuckAfter;
  }

  /** What came of the next step of each of {@code workers}, all of them of {@code rank}. */
  List<Event> perform(Rank rank, List<Worker> workers) {
    return switch (rank) {
      case INSERT -> insert(workers);
      case REREAD, AWAIT -> read(workers);
      case ACQUIRE, CANCEL, DECIDE, FINISH -> advance(workers);
      case HOLD_CREDITS, AWAIT_ROOM, HOLD -> onLegs(workers, accounts::hold, Event.Holds::new);
      case STAMP -> onLegs(workers, accounts::stamp, Event.Matches::new);
      case SETTLE -> onLegs(workers, accounts::settle, Event.Matches::new);
      case RELEASE -> onLegs(workers, accounts::release, Event.Matches::new);
      case WITHDRAW -> onLegs(workers, accounts::withdraw, Event.Matches::new);
    };
  }

  private List<Event> insert(List<Worker> workers) {
    List<NewRecord> records = new ArrayList<>(workers.size());
    for (Worker worker : workers) {
      records.add(
          worker.step() instanceof Step.Begin begin
              ? new NewRecord.Begun(begin.body(), worker.application(), worker.token())
              : new NewRecord.Submitted(((Step.Submit) worker.step()).body()));
    }
    List<BeginOutcome> outcomes = transactions.begin(records);
    return events(workers, outcomes, Event.Inserted::new);
  }

  private List<Event> advance(List<Worker> workers) {
    List<Transition> transitions = new ArrayList<>(workers.size());
    for (Worker worker : workers) {
      transitions.add(((Step.Move) worker.step()).transition());
    }
    List<MatchOutcome> outcomes = transactions.advance(transitions);
    return events(workers, outcomes, Event.Moved::new);
  }

  private List<Event> read(List<Worker> workers) {
    List<Sighting> sightings = transactions.find(workers.stream().map(Worker::id).toList());
    return events(workers, sightings, sighting -> new Event.Seen(sighting, isStuck(sighting)));
  }

  private boolean isStuck(Sighting sighting) {
    return sighting instanceof Sighting.Found found
        && found.unmodifiedFor().compareTo(stuckAfter) >= 0;
  }

  private static <O> List<Event> events(
      List<Worker> workers, List<O> outcomes, Function<O, Event> event) {
    requireOneEach(workers.size(), outcomes.size());
    List<Event> events = new ArrayList<>(outcomes.size());
    for (O outcome : outcomes) {
      events.add(event.apply(outcome));
    }
    return events;
  }

  private static <O> List<Event> onLegs(
      List<Worker> workers, Function<List<Leg>, List<O>> call, Function<List<O>, Event> event) {
    List<Leg> legs = new ArrayList<>(2 * workers.size());
    for (Worker worker : workers) {
      Step.OnDocuments step = (Step.OnDocuments) worker.step();
      for (Operation operation : step.operations()) {
        legs.add(new Leg(worker.id(), step.epoch(), operation));
      }
    }
    List<O> outcomes = call.apply(legs);
    requireOneEach(legs.size(), outcomes.size());
    List<Event> events = new ArrayList<>(workers.size());
    int from = 0;
    for (Worker worker : workers) {
      int to = from + ((Step.OnDocuments) worker.step()).operations().size();
      events.add(event.apply(outcomes.subList(from, to)));
      from = to;
    }
    return events;
  }

  private static void requireOneEach(int asked, int answered) {
    if (asked != answered) {
      throw new IllegalStateException("the store gave " + answered + " answers to " + asked);
    }
  }
}
