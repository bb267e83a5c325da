package io.twophase.app.engine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The next steps of workers as calls on the ports: steps of one kind of several workers are one
 * call, and its answers are their events. The kind of a group says which steps are in it, so that
 * they may be cast.
 */
final class StepCalls {

  private final Holds holds;
  private final Records records;
  private final Obstacles obstacles;
  private final EngineListener listener;

  StepCalls(Holds holds, Records records, Obstacles obstacles, EngineListener listener) {
    this.holds = holds;
    this.records = records;
    this.obstacles = obstacles;
    this.listener = listener;
  }

  /** The kinds of steps, in the order in which they go: first those that make way for others. */
  enum Kind {
    INSERT,
    READ,
    TAKE,
    ACQUIRE,
    STAMP,
    PLACE,
    DECIDE,
    END,
    FINISH,
    /** A hold on what others hold, after a pause. */
    AWAIT_ROOM,
    /** A read of what others work on, after a pause. */
    AWAIT;

    /** The kind of a step that is not the end. */
    static Kind of(Step step) {
      if (step instanceof Step.Insert) {
        return INSERT;
      } else if (step instanceof Step.Move move) {
        return of(move.transition());
      } else if (step instanceof Step.Take) {
        return TAKE;
      } else if (step instanceof Step.Place place) {
        return place.pause().waits() ? AWAIT_ROOM : PLACE;
      } else if (step instanceof Step.Stamp) {
        return STAMP;
      } else if (step instanceof Step.End) {
        return END;
      } else if (step instanceof Step.Read read) {
        return read.pause().waits() ? AWAIT : READ;
      }
      throw new IllegalArgumentException(step + " is the end");
    }

    private static Kind of(Transition transition) {
      return switch (transition.kind()) {
        case ACQUIRE -> ACQUIRE;
        case AUTHORIZE, APPROVE, EXCLUDE, DECIDE -> DECIDE;
        case FINISH, FORGET -> FINISH;
      };
    }

    /** Returns whether workers pause before a step of this kind. */
    boolean waits() {
      return this == AWAIT_ROOM || this == AWAIT;
    }

    /** The runs by their next steps' kinds. A run waits when nothing else is left to do. */
    static Map<Kind, List<WorkerRun>> groups(List<WorkerRun> active) {
      Map<Kind, List<WorkerRun>> groups = new EnumMap<>(Kind.class);
      for (WorkerRun run : active) {
        groups.computeIfAbsent(run.kind(), kind -> new ArrayList<>(active.size())).add(run);
      }
      waitLast(groups, AWAIT);
      waitLast(groups, AWAIT_ROOM);
      return groups;
    }

    private static void waitLast(Map<Kind, List<WorkerRun>> groups, Kind waiting) {
      if (groups.size() > 1) {
        groups.remove(waiting);
      }
    }

    /** The step that a listener is notified of for runs whose steps are of this kind. */
    private ProtocolStep step(List<WorkerRun> runs) {
      return switch (this) {
        case INSERT -> ProtocolStep.BEGIN;
        case READ, AWAIT -> ProtocolStep.READ;
        case TAKE, ACQUIRE -> ProtocolStep.ACQUIRE;
        case STAMP, PLACE, AWAIT_ROOM -> ProtocolStep.HOLD;
        case DECIDE -> ProtocolStep.DECIDE;
        case END ->
            runs.stream().anyMatch(WorkerRun::settles) ? ProtocolStep.SETTLE : ProtocolStep.RELEASE;
        case FINISH -> ProtocolStep.FINISH;
      };
    }
  }

  /** The results of the next steps of {@code runs}, all of which are of that kind. */
  List<Event> perform(Kind kind, List<WorkerRun> runs) {
    return told(listener, kind.step(runs), runs.size(), () -> call(kind, runs));
  }

  /**
   * Makes the call, and answers or throws as it does. The listener is notified of its beginning and
   * of its end.
   */
  static <T> T told(
      EngineListener listener, ProtocolStep step, int transactions, Supplier<T> call) {
    Optional<StoreException> failure = Optional.empty();
    listener.stepBegun(step, transactions);
    try {
      return call.get();
    } catch (StoreException fault) {
      failure = Optional.of(fault);
      throw fault;
    } finally {
      listener.stepEnded(step, failure);
    }
  }

  private List<Event> call(Kind kind, List<WorkerRun> runs) {
    return switch (kind) {
      case INSERT -> insert(runs);
      case READ, AWAIT -> read(runs);
      case TAKE -> matched(runs, run -> ((Step.Take) run.step()).takes(), records::take);
      case ACQUIRE, DECIDE, FINISH -> move(runs);
      case STAMP -> matched(runs, run -> ((Step.Stamp) run.step()).holds(), holds::stamp);
      case PLACE, AWAIT_ROOM -> place(runs);
      case END -> end(runs);
    };
  }

  private List<Event> insert(List<WorkerRun> runs) {
    List<NewRecord> begun = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      begun.add(((Step.Insert) run.step()).record());
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
      transitions.add(((Step.Move) run.step()).transition());
      moved.add(transitions.get(transitions.size() - 1).record());
    }
    // two workers may be at one record, by the ids of two of its members
    List<MatchOutcome> outcomes =
        moved.size() == transitions.size()
            ? records.move(transitions)
            : transitions.stream().map(one -> records.move(List.of(one)).get(0)).toList();
    List<Event> events = new ArrayList<>(runs.size());
    for (int at = 0; at < outcomes.size(); at++) {
      tellOfTakeOver(transitions.get(at), outcomes.get(at));
      events.add(new Event.Matched(List.of(outcomes.get(at))));
    }
    return events;
  }

  private void tellOfTakeOver(Transition transition, MatchOutcome outcome) {
    if (transition.kind() == Transition.Kind.ACQUIRE
        && transition.from() == State.PENDING
        && outcome == MatchOutcome.MATCHED) {
      listener.tookOver(transition.record().transaction(), transition.epoch().orElseThrow().next());
    }
  }

  private List<Event> place(List<WorkerRun> runs) {
    List<Placing> asked = new ArrayList<>();
    for (WorkerRun run : runs) {
      asked.addAll(((Step.Place) run.step()).claims());
    }
    List<Answer> all =
        runs.get(0).asksTargetsApart() ? placedApart(runs.get(0), asked) : holds.place(asked);
    Iterator<Answer> answers = oneEach(asked, all).iterator();
    List<Event> events = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      List<Placing> claims = ((Step.Place) run.step()).claims();
      List<Answer> placed = next(answers, claims.size());
      events.add(
          new Event.Placed(isShort(placed) ? obstacles.cleared(run, claims, placed) : placed));
    }
    return events;
  }

  private static boolean isShort(List<Answer> answers) {
    for (Answer answer : answers) {
      if (answer.kind() == Answer.Kind.SHORT) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks each target by itself. A target at which the store fails is in doubt, so the worker goes
   * on at its next epoch: there the target is not asked any more.
   */
  private List<Answer> placedApart(WorkerRun run, List<Placing> asked) {
    List<Placing> sent = asked.stream().filter(one -> !run.hasFailed(one.target())).toList();
    Iterator<Answer> answers =
        Apart.call(sent, holds::place, Answer.inDoubt(), placing -> run.failed(placing.target()))
            .iterator();
    Set<Placing> answered = new HashSet<>(sent);
    List<Answer> all = new ArrayList<>(asked.size());
    for (Placing one : asked) {
      all.add(answered.contains(one) ? answers.next() : Answer.failed());
    }
    return all;
  }

  /** A fault of one target keeps no other target of its record from being ended. */
  private List<Event> end(List<WorkerRun> runs) {
    try {
      return matched(runs, run -> ((Step.End) run.step()).holds(), holds::end);
    } catch (StoreUnavailableException unavailable) {
      throw unavailable;
    } catch (StoreException fault) {
      List<Ending> ends = ((Step.End) runs.get(0).step()).holds();
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

  private static <T> List<T> next(Iterator<T> answers, int some) {
    List<T> next = new ArrayList<>(some);
    for (int at = 0; at < some; at++) {
      next.add(answers.next());
    }
    return next;
  }

  private static <T> List<T> oneEach(List<?> asked, List<T> answers) {
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
      Step.Read read = (Step.Read) run.step();
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
      Step.Read read = (Step.Read) run.step();
      List<Lookup> all = next(ofRecords, read.record() ? 1 : 0);
      all.addAll(next(ofMembers, read.members().size()));
      lookups.add(all);
    }
    return obstacles.seen(runs, lookups);
  }

  /** A call of several elements as one call for each: a fault of one element affects no other. */
  static final class Apart {

    private Apart() {}

    /**
     * The answers, in the order asked. If the store cannot be reached, then no further element is
     * sent.
     *
     * @param inDoubt the answer of an element at which the store fails, or that was not sent
     * @param failed is given each element at which the store fails
     * @throws StoreException if the store fails at every element
     */
    static <T, A> List<A> call(
        List<T> asked, Function<List<T>, List<A>> call, A inDoubt, Consumer<T> failed) {
      List<A> answers = new ArrayList<>(asked.size());
      Optional<StoreException> failure = Optional.empty();
      boolean hasAnswered = asked.isEmpty();
      for (T one : asked) {
        try {
          answers.addAll(call.apply(List.of(one)));
          hasAnswered = true;
        } catch (StoreUnavailableException unavailable) {
          if (answers.isEmpty()) {
            throw unavailable;
          }
          while (answers.size() < asked.size()) {
            answers.add(inDoubt);
          }
          return answers;
        } catch (StoreException fault) {
          answers.add(inDoubt);
          failed.accept(one);
          failure = Optional.of(fault);
        }
      }
      if (!hasAnswered) {
        throw failure.orElseThrow();
      }
      return answers;
    }
  }
}
