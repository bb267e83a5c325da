package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchStep;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.explorer.batch.Role.Kind;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Drives players as they must be driven, or without one rule. */
final class Driver {

  private static final RangeReply MATCHED = new RangeReply.Counted(MatchOutcome.MATCHED);
  private static final RangeReply NOT_MATCHED = new RangeReply.Counted(MatchOutcome.NOT_MATCHED);

  private final Scene scene;
  private final Senders senders;

  Driver(Scene scene) {
    this.scene = scene;
    senders = new Senders(scene);
  }

  Actor starting(int role) {
    return at(role, scene.roles().get(role).start(scene));
  }

  private Actor at(int role, Player player) {
    Player sending = senders.player(player);
    return Actor.at(role, sending, sending.messages());
  }

  /** What comes of the answers so far, if the player does not wait for more. */
  Option<Reaction> react(Actor actor, boolean timedOut) {
    Option<Reaction> broken = broken(actor, timedOut);
    if (broken.isDefined()) {
      return broken;
    }
    return Option.when(
        timedOut || actor.isAnswered(),
        () -> goingOn(actor, actor.player().hear(falsified(actor)), actor.unanswered()));
  }

  private Reaction goingOn(Actor actor, Player next, List<Message> late) {
    return new Reaction(at(actor.role(), next), late);
  }

  private Option<Reaction> broken(Actor actor, boolean timedOut) {
    if (!(actor.player() instanceof Player.OfBatch batch)) {
      return Option.none();
    }
    BatchStep step = batch.worker().step();
    return switch (scene.flaw()) {
      case DECIDES_WITHOUT_ALL_HOLDS -> early(actor, Driver::isPlacing);
      case FINISHES_EARLY -> early(actor, request -> request instanceof RangeRequest.Settle);
      case HOLDS_AGAIN_IN_THE_SAME_EPOCH ->
          Option.when(
              timedOut && all(actor, Driver::isPlacing),
              () -> goingOn(actor, batch, actor.unanswered()));
      case WITHDRAWS_WHAT_IS_ALIVE ->
          Option.when(
              timedOut
                  && scene.roles().get(actor.role()).kind() == Kind.OWN
                  && step instanceof BatchStep.Move move
                  && move.transition() instanceof BatchTransition.Decide,
              () ->
                  goingOn(
                      actor,
                      new Player.OfBatch(Inside.withdrawing(batch.worker())),
                      actor.unanswered()));
      default -> Option.none();
    };
  }

  /** The first of the answers stands for all. */
  private Option<Reaction> early(Actor actor, Predicate<RangeRequest> kind) {
    boolean isOne = actor.answers().stream().anyMatch(answer -> answer.contains(MATCHED));
    return Option.when(
        all(actor, kind) && isOne && !actor.isAnswered(),
        () -> {
          List<Object> matched = new ArrayList<>();
          actor.sent().forEach(message -> matched.add(MATCHED));
          return goingOn(actor, actor.player().hear(matched), actor.unanswered());
        });
  }

  private static boolean all(Actor actor, Predicate<RangeRequest> kind) {
    return !actor.sent().isEmpty()
        && actor.sent().stream()
            .allMatch(
                message -> message instanceof Message.OnRange range && kind.test(range.request()));
  }

  private static boolean isPlacing(RangeRequest request) {
    return request instanceof RangeRequest.Hold || request instanceof RangeRequest.Stamp;
  }

  private List<Object> falsified(Actor actor) {
    List<Object> answers = actor.all();
    for (int at = 0; at < answers.size(); at++) {
      Message message = actor.sent().get(at);
      boolean isHold = message instanceof Message.OnRange range && isPlacing(range.request());
      if (scene.lacks(Flaw.COUNTS_NOTHING) && isHold && answers.get(at).equals(NOT_MATCHED)) {
        answers.set(at, MATCHED);
      }
      if (scene.lacks(Flaw.OWNS_WITHOUT_A_MATCH)
          && message instanceof Message.Change change
          && change.transition() instanceof BatchTransition.TakeOver) {
        answers.set(at, MatchOutcome.MATCHED);
      }
      if (scene.lacks(Flaw.DECIDES_FOR_WHAT_IT_LISTS)
          && message instanceof Message.InsertMember
          && answers.get(at) == BeginOutcome.ID_TAKEN) {
        answers.set(at, BeginOutcome.BEGUN);
      }
    }
    return answers;
  }

  /** What comes of a read. */
  Actor read(Actor actor, View kept, View primary, boolean stuck) {
    Player next =
        new Glasses(scene, actor.player(), kept, primary)
            .shortcut()
            .getOrElse(
                () ->
                    actor
                        .player()
                        .read(new Glasses(scene, actor.player(), kept, primary).view(), stuck));
    return at(actor.role(), next);
  }
}
