package io.twophase.app.engine;

import io.twophase.app.orphan.DeadHolds;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Step;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Places the next claims of several workers as one call, and clears dead holds where that helps.
 */
final class PlaceCalls {

  private final Holds holds;
  private final DeadHolds deadHolds;

  PlaceCalls(Holds holds, DeadHolds deadHolds) {
    this.holds = holds;
    this.deadHolds = deadHolds;
  }

  /** The answers to the claims that the runs place next. */
  List<Event> place(List<WorkerRun> runs) {
    List<Placing> asked = new ArrayList<>();
    runs.forEach(run -> asked.addAll(((Step.Place) run.worker().step()).claims()));
    List<Answer> all =
        runs.get(0).asksTargetsApart() ? placedApart(runs.get(0), asked) : holds.place(asked);
    Iterator<Answer> answers = StepCalls.oneEach(asked, all).iterator();
    List<Event> events = new ArrayList<>(runs.size());
    for (WorkerRun run : runs) {
      List<Placing> claims = ((Step.Place) run.worker().step()).claims();
      events.add(new Event.Placed(cleared(run, claims, StepCalls.next(answers, claims.size()))));
    }
    return events;
  }

  /**
   * Asks each target by itself. A target at which the store fails is in doubt, so the worker goes
   * on at its next epoch: there the target is not asked any more.
   */
  private List<Answer> placedApart(WorkerRun run, List<Placing> asked) {
    List<Placing> sent =
        asked.stream().filter(one -> !run.hasFailed(one.claim().target())).toList();
    Iterator<Answer> answers =
        Apart.call(
                sent,
                holds::place,
                Answer.inDoubt(),
                placing -> run.failed(placing.claim().target()))
            .iterator();
    Set<Placing> answered = new HashSet<>(sent);
    List<Answer> all = new ArrayList<>(asked.size());
    for (Placing one : asked) {
      all.add(answered.contains(one) ? answers.next() : Answer.failed());
    }
    return all;
  }

  /**
   * A target that has too little is cleared of dead holds first, once for each worker. If some were
   * there, the answer is what there is without them. What is placed stays placed though the
   * clearing fails: the target is in doubt then, so that nothing is placed again at this epoch.
   */
  private List<Answer> cleared(WorkerRun run, List<Placing> asked, List<Answer> answers) {
    List<Target> tight = new ArrayList<>(0);
    for (int at = 0; at < asked.size(); at++) {
      if (answers.get(at).kind() == Answer.Kind.SHORT
          && !run.hasCleared(asked.get(at).claim().target())) {
        tight.add(asked.get(at).claim().target());
      }
    }
    if (tight.isEmpty()) {
      return answers;
    }
    Map<Target, Stored> cleared;
    try {
      cleared = deadHolds.clearOf(tight);
    } catch (StoreException fault) {
      return inDoubt(tight, asked, answers);
    }
    run.cleared(tight);
    List<Answer> fresh = new ArrayList<>(answers.size());
    for (int at = 0; at < answers.size(); at++) {
      Answer answer = answers.get(at);
      Stored stored = cleared.get(asked.get(at).claim().target());
      fresh.add(
          stored != null && answer.kind() == Answer.Kind.SHORT
              ? asShort(asked.get(at).claim(), stored, answer)
              : answer);
    }
    return fresh;
  }

  private static List<Answer> inDoubt(
      List<Target> failed, List<Placing> asked, List<Answer> answers) {
    List<Answer> told = new ArrayList<>(answers);
    for (int at = 0; at < told.size(); at++) {
      if (failed.contains(asked.get(at).claim().target())) {
        told.set(at, Answer.inDoubt());
      }
    }
    return told;
  }

  private static Answer asShort(Claim claim, Stored stored, Answer before) {
    return claim
        .ofRange()
        .flatMap(range -> stored.bounds(range.scale()).toOption())
        .map(Answer::shortOf)
        .getOrElse(before);
  }
}
