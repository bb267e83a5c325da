package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Transition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drives workers as they must be driven, or without one rule. */
final class Driver {

  private final Scene scene;
  private final Broken broken;
  private final Functions functions;

  Driver(Scene scene, Functions functions) {
    this.scene = scene;
    this.functions = functions;
    broken = new Broken(scene);
  }

  /**
   * What comes of an answer.
   *
   * @param late what nobody waits for any more
   * @param results what the worker answers to its caller by now
   */
  record Reaction(Actor actor, List<Object> late, Map<TransactionId, Result> results) {}

  Actor starting(int role, int restarts) {
    return scene.roles.get(role).start(scene, restarts);
  }

  Reaction heard(Actor actor, int place, Object answer) {
    Actor heard = actor.answered(place, falsified(actor.sent().get(place), answer));
    List<Object> again =
        scene.lacks(Flaw.REPEATS_HOLDS) && answer instanceof Answer && isFirst(actor, place)
            ? List.of(actor.sent().get(place))
            : List.of();
    if (heard.isAnswered()) {
      return going(heard, heard.atWork().after(event(heard)), again);
    }
    Optional<List<Object>> early = early(heard, answer);
    return early
        .map(all -> going(heard, heard.atWork().after(Message.event(step(heard), all)), List.of()))
        .orElseGet(() -> new Reaction(heard, again, Map.of()));
  }

  private static boolean isFirst(Actor actor, int place) {
    return place == 0
        && actor.role() == 0
        && actor.atWork().owned().equals(Optional.of(Epoch.FIRST));
  }

  private static Step step(Actor actor) {
    return actor.atWork().step();
  }

  private Event event(Actor actor) {
    return Message.event(step(actor), actor.all());
  }

  /** The first of the answers stands for all. */
  private Optional<List<Object>> early(Actor actor, Object answer) {
    boolean isHold =
        scene.lacks(Flaw.DECIDES_WITHOUT_ALL_HOLDS)
            && answer instanceof Answer given
            && given.kind() == Answer.Kind.HELD;
    boolean isEnd =
        scene.lacks(Flaw.FINISHES_EARLY)
            && step(actor) instanceof Step.End end
            && end.why() == Step.Why.SETTLE
            && answer == MatchOutcome.MATCHED;
    if (!isHold && !isEnd) {
      return Optional.empty();
    }
    return Optional.of(
        actor.sent().stream()
            .<Object>map(message -> message instanceof Placing place ? held(place) : answer)
            .toList());
  }

  private Answer held(Placing place) {
    return Answer.held(Hold.of(scene.rules().home(), place));
  }

  private Object falsified(Object message, Object answer) {
    boolean isUncounted =
        scene.lacks(Flaw.COUNTS_NOTHING)
            && answer instanceof Answer given
            && given.kind() != Answer.Kind.REFUSED
            && given.kind() != Answer.Kind.HELD;
    if (isUncounted && message instanceof Placing place) {
      return held(place);
    }
    boolean isBlind =
        scene.lacks(Flaw.OWNS_WITHOUT_A_MATCH)
            && message instanceof Transition move
            && move.kind() == Transition.Kind.ACQUIRE;
    return isBlind ? MatchOutcome.MATCHED : answer;
  }

  /** What is behind a request without an answer was sent with it, or never. */
  Reaction timedOut(Actor actor) {
    List<Object> open = actor.open().stream().map(actor.sent()::get).toList();
    boolean isAll = scene.is(Scene.Trait.BULK) || step(actor) instanceof Step.Insert;
    List<Object> late = isAll ? open : open.subList(0, Math.min(1, open.size()));
    boolean holdsAgain =
        scene.lacks(Flaw.HOLDS_AGAIN_IN_THE_SAME_EPOCH) && step(actor) instanceof Step.Place;
    if (holdsAgain) {
      return new Reaction(actor, late, Map.of());
    }
    boolean isDecision =
        step(actor) instanceof Step.Move move
            && move.transition().kind() == Transition.Kind.DECIDE
            && actor.atWork().owned().isPresent();
    if (scene.lacks(Flaw.WITHDRAWS_WHAT_IS_ALIVE) && isDecision) {
      return going(actor, Closing.withdraw(actor.atWork()), late);
    }
    return going(actor, actor.atWork().after(event(actor)), late);
  }

  boolean isWaiting(Actor actor) {
    return actor.worker().stream()
        .anyMatch(at -> at.step() instanceof Step.Place place && place.pause().waits());
  }

  Reaction impatient(Actor actor) {
    return going(actor, actor.atWork().after(new Event.GaveUp(true)), List.of());
  }

  Reaction read(Actor actor, Event.Seen seen) {
    return going(actor, actor.atWork().after(broken.seen(actor, seen)), List.of());
  }

  private Reaction going(Actor actor, Worker next, List<Object> late) {
    Worker after = broken.going(actor.atWork(), next);
    return new Reaction(functions.after(actor.with(after), after), late, results(after));
  }

  private Map<TransactionId, Result> results(Worker worker) {
    Map<TransactionId, Result> results = Steps.results(worker);
    if (scene.lacks(Flaw.ANSWERS_FOR_WHAT_IS_LEFT_OUT)) {
      results.replaceAll(
          (id, result) ->
              result.kind() == Result.Kind.LEFT_OUT
                  ? Result.canceled(true, Optional.of(Broken.REFUSAL))
                  : result);
    }
    return results;
  }
}
