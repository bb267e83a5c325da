package io.twophase.app.engine;

import io.twophase.app.orphan.DeadHolds;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Step;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Steps of one kind of several workers as one call on a port, and its answers as events. The kind
 * of a group says which steps are in it, so that they may be cast.
 */
final class StepCalls {

  private final Holds holds;
  private final Records records;
  private final DeadHolds deadHolds;
  private final PlaceCalls places;
  private final Ownership ownership;
  private final Duration stuckAfter;
  private final EngineListener listener;

  StepCalls(
      Holds holds,
      Records records,
      DeadHolds deadHolds,
      Ownership ownership,
      Duration stuckAfter,
      EngineListener listener) {
    this.holds = holds;
    this.records = records;
    this.deadHolds = deadHolds;
    this.places = new PlaceCalls(holds, deadHolds);
    this.ownership = ownership;
    this.stuckAfter = stuckAfter;
    this.listener = listener;
  }

  StepCalls withStuckAfter(Duration duration) {
    return new StepCalls(holds, records, deadHolds, ownership, duration, listener);
  }

  /** The results of the next steps of {@code runs}, all of which are of that kind. */
  List<Event> perform(StepGroups kind, List<WorkerRun> runs) {
    return StepCall.of(listener, kind.step(runs), runs.size(), () -> call(kind, runs));
  }

  private List<Event> call(StepGroups kind, List<WorkerRun> runs) {
    return switch (kind) {
      case INSERT -> insert(runs);
      case READ, AWAIT -> read(runs);
      case TAKE -> matched(runs, run -> ((Step.Take) run.worker().step()).takes(), records::take);
      case ACQUIRE, DECIDE, FINISH -> move(runs);
      case STAMP -> matched(runs, run -> ((Step.Stamp) run.worker().step()).holds(), holds::stamp);
      case PLACE, AWAIT_ROOM -> places.place(runs);
      case END -> end(runs);
    };
  }

  private List<Event> insert(List<WorkerRun> runs) {
    List<NewRecord> begun = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      begun.add(((Step.Insert) run.worker().step()).record());
    }
    List<Event> events = new ArrayList<>(runs.size());
    for (List<BeginOutcome> outcomes : records.insert(begun)) {
      events.add(new Event.Inserted(outcomes));
    }
    return events;
  }

  private List<Event> move(List<WorkerRun> runs) {
    List<Transition> transitions = new ArrayList<>(runs.size());
    Set<RecordId> moved = new HashSet<>(2 * runs.size());
    for (WorkerRun run : runs) {
      transitions.add(((Step.Move) run.worker().step()).transition());
      moved.add(transitions.get(transitions.size() - 1).record());
    }
    // two workers may be at one record, by the ids of two of its members
    List<MatchOutcome> outcomes =
        moved.size() == transitions.size()
            ? records.move(transitions)
            : transitions.stream().map(one -> records.move(List.of(one)).get(0)).toList();
    tellOfTakeOvers(transitions, outcomes);
    List<Event> events = new ArrayList<>(runs.size());
    for (MatchOutcome outcome : outcomes) {
      events.add(new Event.Matched(List.of(outcome)));
    }
    return events;
  }

  private void tellOfTakeOvers(List<Transition> transitions, List<MatchOutcome> outcomes) {
    for (int at = 0; at < outcomes.size(); at++) {
      Transition transition = transitions.get(at);
      if (transition.kind() == Transition.Kind.ACQUIRE
          && transition.from() == State.PENDING
          && outcomes.get(at) == MatchOutcome.MATCHED) {
        listener.tookOver(transition.record().transaction(), transition.epoch().get().next());
      }
    }
  }

  /** A fault of one target keeps no other target of its record from being ended. */
  private List<Event> end(List<WorkerRun> runs) {
    try {
      return matched(runs, run -> ((Step.End) run.worker().step()).holds(), holds::end);
    } catch (StoreUnavailableException unavailable) {
      throw unavailable;
    } catch (StoreException fault) {
      List<Ending> ends = ((Step.End) runs.get(0).worker().step()).holds();
      if (runs.size() > 1 || ends.size() == 1) {
        throw fault;
      }
      return List.of(
          new Event.Matched(Apart.call(ends, holds::end, MatchOutcome.IN_DOUBT, stays -> {})));
    }
  }

  private static <T> List<Event> matched(
      List<WorkerRun> runs,
      Function<WorkerRun, List<T>> parts,
      Function<List<T>, List<MatchOutcome>> call) {
    List<T> all = new ArrayList<>();
    runs.forEach(run -> all.addAll(parts.apply(run)));
    Iterator<MatchOutcome> outcomes = oneEach(all, call.apply(all)).iterator();
    List<Event> events = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      events.add(new Event.Matched(next(outcomes, parts.apply(run).size())));
    }
    return events;
  }

  static <T> List<T> next(Iterator<T> answers, int some) {
    List<T> next = new ArrayList<>(some);
    for (int at = 0; at < some; at++) {
      next.add(answers.next());
    }
    return next;
  }

  static <T> List<T> oneEach(List<?> asked, List<T> answers) {
    if (asked.size() != answers.size()) {
      throw new IllegalStateException(
          "the store gave " + answers.size() + " answers to " + asked.size());
    }
    return answers;
  }

  private List<Event> read(List<WorkerRun> runs) {
    List<RecordId> ids = new ArrayList<>();
    List<TransactionId> members = new ArrayList<>();
    for (WorkerRun run : runs) {
      Step.Read read = (Step.Read) run.worker().step();
      if (read.record()) {
        ids.add(run.worker().id());
      }
      members.addAll(read.members());
    }
    // a record before its members: who is not seen to name it then was not there in time
    Iterator<Lookup> ofRecords =
        (ids.isEmpty() ? List.<Lookup>of() : oneEach(ids, records.find(ids))).iterator();
    Iterator<Lookup> ofMembers =
        (members.isEmpty() ? List.<Lookup>of() : oneEach(members, records.findMembers(members)))
            .iterator();
    List<List<Lookup>> lookups = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      Step.Read read = (Step.Read) run.worker().step();
      List<Lookup> all = new ArrayList<>();
      if (read.record()) {
        all.add(ofRecords.next());
      }
      all.addAll(next(ofMembers, read.members().size()));
      lookups.add(all);
    }
    Set<TransactionRecord> abandoned = abandoned(runs, lookups);
    return lookups.stream()
        .<Event>map(
            all -> new Event.Seen(all, all.stream().anyMatch(lookup -> isStuck(lookup, abandoned))))
        .toList();
  }

  /** The pending records of other owners that no longer work on them. */
  private Set<TransactionRecord> abandoned(List<WorkerRun> runs, List<List<Lookup>> lookups) {
    List<TransactionRecord> pending = new ArrayList<>(0);
    for (int at = 0; at < runs.size(); at++) {
      for (Lookup lookup : lookups.get(at)) {
        for (TransactionRecord record : lookup.record()) {
          if (record.state() == State.PENDING
              && !record.isOwnedBy(runs.get(at).worker().owner().token())
              && !isOld(lookup)) {
            pending.add(record);
          }
        }
      }
    }
    return pending.isEmpty() ? Set.of() : ownership.abandoned(pending);
  }

  private boolean isStuck(Lookup lookup, Set<TransactionRecord> abandoned) {
    return lookup
        .record()
        .exists(
            record ->
                record.state() == State.PENDING && (isOld(lookup) || abandoned.contains(record)));
  }

  private boolean isOld(Lookup lookup) {
    return lookup.unmodifiedFor().compareTo(stuckAfter) >= 0;
  }

  /** Has a majority confirm a transaction: a read after that is no older. */
  void confirm(TransactionId id) {
    records.findLatest(id);
  }

  /**
   * The records that have to be brought to their ends before the waiting runs can go on: those that
   * nobody works on, and those that are decided and in the way of a member's next record. Dead
   * holds that are in the way are withdrawn.
   */
  List<RecordId> stuck(List<WorkerRun> waiting) {
    List<DeadHolds.Placed> blockers = new ArrayList<>(0);
    List<RecordId> named = new ArrayList<>(0);
    for (WorkerRun run : waiting) {
      blockers.addAll(
          run.pause().blockers().stream()
              .map(blocker -> new DeadHolds.Placed(blocker.target(), blocker.hold()))
              .toList());
      named.addAll(run.pause().records());
    }
    List<RecordId> stuck = new ArrayList<>(0);
    if (!blockers.isEmpty()) {
      stuck.addAll(left(deadHolds.clear(blockers), false));
    }
    if (!named.isEmpty()) {
      stuck.addAll(left(records.find(named.stream().distinct().toList()), true));
    }
    return stuck.stream().distinct().toList();
  }

  private List<RecordId> left(List<Lookup> lookups, boolean decidedToo) {
    List<TransactionRecord> open = new ArrayList<>(lookups.size());
    lookups.forEach(
        lookup -> lookup.record().filter(record -> !record.state().isFinal()).forEach(open::add));
    Set<TransactionRecord> abandoned = open.isEmpty() ? Set.of() : ownership.abandoned(open);
    List<RecordId> left = new ArrayList<>(open.size());
    for (Lookup lookup : lookups) {
      for (TransactionRecord record : lookup.record()) {
        if (open.contains(record)
            && (isOld(lookup)
                || abandoned.contains(record)
                || (decidedToo && record.state().isDecided()))) {
          left.add(record.id());
        }
      }
    }
    return left;
  }
}
