package io.twophase.app.engine;

import io.twophase.app.owner.Ownership;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One group of steps of the same kind as one call on a port, and its answers as events. The kind of
 * a group says which steps are in it, so that they may be cast.
 */
final class PortCalls {

  private final TransactionRepository transactions;
  private final Option<Documents> documents;
  private final LegCalls legCalls;
  private final Ownership ownership;
  private final Duration stuckAfter;
  private final EngineListener listener;

  PortCalls(
      Repositories repositories,
      Ownership ownership,
      Duration stuckAfter,
      EngineListener listener) {
    this.listener = listener;
    this.transactions = repositories.transactions();
    this.documents = repositories.documents();
    this.legCalls = LegCalls.of(repositories.participants());
    this.ownership = ownership;
    this.stuckAfter = stuckAfter;
  }

  /** The results of the next steps of {@code runs}, all of which are of the kind {@code rank}. */
  List<Event> perform(StepKind rank, List<TransactionRun> runs) {
    return StepCall.of(listener, rank.step(), runs.size(), () -> call(rank, runs));
  }

  private List<Event> call(StepKind rank, List<TransactionRun> runs) {
    return switch (rank) {
      case INSERT -> insert(runs);
      case REREAD, AWAIT -> read(runs);
      case ACQUIRE, CANCEL, DECIDE, FINISH -> advance(runs);
      case HOLD_CREDITS, AWAIT_ROOM, HOLD -> legCalls.hold().of(runs, documents);
      case STAMP -> legCalls.stamp().of(runs, documents);
      case SETTLE -> legCalls.settle().of(runs, documents);
      case RELEASE -> legCalls.release().of(runs, documents);
      case WITHDRAW -> legCalls.withdraw().of(runs, documents);
    };
  }

  private List<Event> insert(List<TransactionRun> runs) {
    List<NewRecord> records = new ArrayList<>(runs.size());
    for (TransactionRun run : runs) {
      Worker worker = run.worker();
      records.add(
          ((Step.Inserting) worker.step())
              .fold(
                  begin ->
                      new NewRecord.Begun(
                          begin.body(), worker.application(), worker.owner(), worker.token()),
                  submit -> new NewRecord.Submitted(submit.body())));
    }
    List<BeginOutcome> outcomes = transactions.begin(records);
    return events(runs, outcomes, Event.Inserted::new);
  }

  private List<Event> advance(List<TransactionRun> runs) {
    List<Transition> transitions = new ArrayList<>(runs.size());
    for (TransactionRun run : runs) {
      Worker worker = run.worker();
      transitions.add(((Step.Move) worker.step()).transition());
    }
    List<MatchOutcome> outcomes = transactions.advance(transitions);
    tellOfTakeOvers(transitions, outcomes);
    return events(runs, outcomes, Event.Moved::new);
  }

  private void tellOfTakeOvers(List<Transition> transitions, List<MatchOutcome> outcomes) {
    int answered = Math.min(transitions.size(), outcomes.size());
    for (int at = 0; at < answered; at++) {
      if (transitions.get(at) instanceof Transition.TakeOver takeOver
          && outcomes.get(at) == MatchOutcome.MATCHED) {
        listener.tookOver(takeOver.transaction(), takeOver.expected().next());
      }
    }
  }

  private List<Event> read(List<TransactionRun> runs) {
    List<TransactionId> ids = new ArrayList<>(runs.size());
    for (TransactionRun run : runs) {
      ids.add(run.worker().id());
    }
    List<TransactionLookup> lookups = transactions.find(ids);
    Set<Transaction> abandoned = abandoned(runs, lookups);
    return events(runs, lookups, lookup -> new Event.Seen(lookup, isStuck(lookup, abandoned)));
  }

  /** Has a majority confirm a record: what is read after that is no older. */
  void confirm(TransactionId id) {
    transactions.findLatest(id);
  }

  /** Of the transactions that others have pending, those whose owners no longer work on them. */
  private Set<Transaction> abandoned(List<TransactionRun> runs, List<TransactionLookup> lookups) {
    List<Transaction> pending = new ArrayList<>(0);
    for (int at = 0; at < Math.min(runs.size(), lookups.size()); at++) {
      if (lookups.get(at) instanceof TransactionLookup.Found found
          && found.batch().isEmpty()
          && found.record().state() == State.PENDING
          && !found.record().isOwnedBy(runs.get(at).worker().token())
          && !isOld(found)) {
        pending.add(found.record());
      }
    }
    return pending.isEmpty() ? Set.of() : ownership.abandoned(pending);
  }

  private boolean isStuck(TransactionLookup lookup, Set<Transaction> abandoned) {
    return lookup instanceof TransactionLookup.Found found
        && (isOld(found) || abandoned.contains(found.record()));
  }

  private boolean isOld(TransactionLookup.Found found) {
    return found.unmodifiedFor().compareTo(stuckAfter) >= 0;
  }

  private static <O> List<Event> events(
      List<TransactionRun> runs, List<O> outcomes, Function<O, Event> event) {
    requireOneEach(runs.size(), outcomes.size());
    List<Event> events = new ArrayList<>(outcomes.size());
    for (O outcome : outcomes) {
      events.add(event.apply(outcome));
    }
    return events;
  }

  private static void requireOneEach(int asked, int answered) {
    if (asked != answered) {
      throw new IllegalStateException("the store gave " + answered + " answers to " + asked);
    }
  }
}
