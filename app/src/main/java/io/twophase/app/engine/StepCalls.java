package io.twophase.app.engine;

import io.twophase.app.engine.Engine.EngineListener;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The next steps of workers as calls on the ports: steps of one kind of several workers are one
 * call, and its answers are their events. The kind of a group says which steps are in it, so that
 * they may be cast.
 */
record StepCalls(Holds holds, Records records, Obstacles obstacles, EngineListener listener) {

  /** The kinds of steps, in the order in which they go: first those that make way for others. */
  enum Kind {
    INSERT(ProtocolStep.BEGIN),
    READ(ProtocolStep.READ),
    TAKE(ProtocolStep.ACQUIRE),
    ACQUIRE(ProtocolStep.ACQUIRE),
    STAMP(ProtocolStep.HOLD),
    PLACE(ProtocolStep.HOLD),
    DECIDE(ProtocolStep.DECIDE),
    END(ProtocolStep.SETTLE),
    FINISH(ProtocolStep.FINISH),
    /** A hold on what others hold, after a pause. */
    AWAIT_ROOM(ProtocolStep.HOLD),
    /** A read of what others work on, after a pause. */
    AWAIT(ProtocolStep.READ);

    private final ProtocolStep told;

    Kind(ProtocolStep told) {
      this.told = told;
    }

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
      return this != END || runs.get(0).settles() || runs.stream().anyMatch(WorkerRun::settles)
          ? told
          : ProtocolStep.RELEASE;
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
      case INSERT ->
          together(
              runs,
              run -> List.of(((Step.Insert) run.step()).record()),
              records::insert,
              (run, outcomes) -> new Event.Inserted(outcomes.get(0)));
      case READ, AWAIT -> read(runs);
      case TAKE -> matched(runs, run -> ((Step.Take) run.step()).takes(), records::take);
      case ACQUIRE, DECIDE, FINISH ->
          matched(runs, run -> List.of(((Step.Move) run.step()).transition()), this::move);
      case STAMP -> matched(runs, run -> ((Step.Stamp) run.step()).holds(), holds::stamp);
      case PLACE, AWAIT_ROOM -> place(runs);
      case END -> end(runs);
    };
  }

  /** Sends what all of them ask for as one call; each gets the answers to what is its own. */
  private static <A, B, C> List<C> together(
      List<WorkerRun> runs,
      Function<WorkerRun, List<A>> asking,
      Function<List<A>, List<B>> call,
      BiFunction<WorkerRun, List<B>, C> told) {
    if (runs.size() == 1) {
      return List.of(told.apply(runs.get(0), answers(asking.apply(runs.get(0)), call)));
    }
    List<List<A>> parts = new ArrayList<>(runs.size());
    List<A> all = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      parts.add(asking.apply(run));
      all.addAll(parts.get(parts.size() - 1));
    }
    List<B> answers = answers(all, call);
    List<C> each = new ArrayList<>(runs.size());
    int from = 0;
    for (int at = 0; at < runs.size(); at++) {
      int until = from + parts.get(at).size();
      each.add(told.apply(runs.get(at), answers.subList(from, until)));
      from = until;
    }
    return each;
  }

  private static <A, B> List<B> answers(List<A> asked, Function<List<A>, List<B>> call) {
    List<B> answers = asked.isEmpty() ? List.of() : call.apply(asked);
    if (asked.size() != answers.size()) {
      throw new IllegalStateException(
          "the store gave " + answers.size() + " answers to " + asked.size());
    }
    return answers;
  }

  private static <A> List<Event> matched(
      List<WorkerRun> runs,
      Function<WorkerRun, List<A>> asking,
      Function<List<A>, List<MatchOutcome>> call) {
    return together(runs, asking, call, (run, outcomes) -> new Event.Matched(outcomes));
  }

  private List<MatchOutcome> move(List<Transition> transitions) {
    // two workers may be at one record, by the ids of two of its members
    List<MatchOutcome> outcomes =
        transitions.size() == 1
                || transitions.stream().map(Transition::record).distinct().count()
                    == transitions.size()
            ? records.move(transitions)
            : transitions.stream().map(one -> records.move(List.of(one)).get(0)).toList();
    for (int at = 0; at < outcomes.size(); at++) {
      tellOfTakeOver(transitions.get(at), outcomes.get(at));
    }
    return outcomes;
  }

  private void tellOfTakeOver(Transition transition, MatchOutcome outcome) {
    if (transition.kind() == Transition.Kind.ACQUIRE
        && transition.from() == State.PENDING
        && outcome == MatchOutcome.MATCHED) {
      listener.tookOver(transition.record().transaction(), transition.epoch().orElseThrow().next());
    }
  }

  private List<Event> place(List<WorkerRun> runs) {
    WorkerRun first = runs.get(0);
    return together(
        runs,
        StepCalls::claims,
        asked -> first.asksTargetsApart() ? placedApart(first, asked) : holds.place(asked),
        (run, placed) ->
            new Event.Placed(
                Answer.isAny(placed, Answer.Kind.SHORT)
                    ? obstacles.cleared(run, claims(run), placed)
                    : placed));
  }

  private static List<Placing> claims(WorkerRun run) {
    return ((Step.Place) run.step()).claims();
  }

  /**
   * Asks each target by itself. A target at which the store fails is in doubt, so the worker goes
   * on at its next epoch: there the target is not asked any more.
   */
  private List<Answer> placedApart(WorkerRun run, List<Placing> asked) {
    List<Placing> sent = asked.stream().filter(one -> !run.failed.contains(one.target())).toList();
    Iterator<Answer> answers =
        apart(sent, holds::place, Answer.IN_DOUBT, placing -> run.failed.add(placing.target()))
            .iterator();
    Set<Placing> answered = new HashSet<>(sent);
    return asked.stream()
        .map(one -> answered.contains(one) ? answers.next() : Answer.FAILED)
        .toList();
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
          new Event.Matched(apart(ends, holds::end, MatchOutcome.IN_DOUBT, stays -> {})));
    }
  }

  private List<Event> read(List<WorkerRun> runs) {
    // a record before its members: who is not seen to name it then was not there in time
    Iterator<List<Lookup>> ofRecords =
        together(
                runs,
                run -> reading(run).record() ? List.of(run.worker().id()) : List.of(),
                records::find,
                (run, found) -> found)
            .iterator();
    return obstacles.seen(
        runs,
        together(
            runs,
            run -> reading(run).members(),
            records::findMembers,
            (run, found) -> Stream.of(ofRecords.next(), found).flatMap(List::stream).toList()));
  }

  private static Step.Read reading(WorkerRun run) {
    return (Step.Read) run.step();
  }

  /**
   * Makes a call of several elements as one call for each, so that a fault of one element affects
   * no other; returns the answers, in the order asked. If the store cannot be reached, then no
   * further element is sent.
   *
   * @param inDoubt the answer of an element at which the store fails, or that was not sent
   * @param failed is given each element at which the store fails
   * @throws StoreException if the store fails at every element
   */
  private static <T, A> List<A> apart(
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
