package io.twophase.domain.explorer.search;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.explorer.model.Actor;
import io.twophase.domain.explorer.model.Answer;
import io.twophase.domain.explorer.model.Cast;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.Codes;
import io.twophase.domain.explorer.state.Layout;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;

/** Everything that can happen next in a world. */
final class Moves {

  private final Scenario scenario;
  private final Layout layout;
  private final Codes codes;
  private final Reactions reactions;
  private final TraceText words;
  private final Failovers failovers;
  private final char[] next;

  Moves(Scenario scenario, Layout layout, Codes codes) {
    this.scenario = scenario;
    this.layout = layout;
    this.codes = codes;
    reactions = new Reactions(scenario, codes);
    words = new TraceText(scenario, codes);
    failovers = new Failovers(scenario, layout, codes, words);
    next = new char[layout.width()];
  }

  void of(char[] world, Steps<char[]> steps) {
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      for (int actor = 0; actor < scenario.casts().get(cast).roles().size(); actor++) {
        act(world, cast, actor, steps);
      }
      deliverLate(world, cast, steps);
      loseRecord(world, cast, steps);
      if (scenario.isSwept()) {
        sweep(world, cast, steps);
      }
    }
    failovers.of(world, steps);
  }

  private void act(char[] world, int cast, int actor, Steps<char[]> steps) {
    char number = world[layout.actor(cast, actor)];
    Codes.Sending sending = codes.sending(number);
    if (sending.actor().hasStopped()) {
      return;
    }
    if (sending.actor().reads()) {
      char record = world[layout.keptRecord(cast)];
      copy(world);
      read(world, cast, actor, record, steps);
      if (spend(world, Fault.STALE_READ)) {
        read(world, cast, actor, codes.record(Option.none()), steps);
      }
    }
    for (int at = 0; at < sending.messages().length(); at++) {
      char message = sending.messages().charAt(at);
      copy(world);
      char answer = deliver(cast, message);
      if (!scenario.durability().isByOne(codes.message(message))) {
        failovers.confirm(next, cast, codes.addressed(message));
      }
      go(cast, actor, reactions.hear(number, sending.places().charAt(at), answer));
      steps.to(next, () -> words.delivered(cast, number, message, answer));
      depose(world, cast, actor, at, steps);
      lose(world, cast, actor, at, steps);
      repeat(world, cast, actor, message, steps);
    }
    if (sending.messages().length() > 0 && spend(world, Fault.TIME_OUT)) {
      go(cast, actor, reactions.timeOut(number));
      steps.to(next, () -> words.timedOut(cast, number));
    }
    if (spend(world, Fault.CRASH)) {
      go(cast, actor, reactions.crash(number));
      steps.to(next, () -> words.crashed(cast, number));
    }
    if (spend(world, Fault.GIVING_UP)) {
      go(cast, actor, reactions.giveUp(number));
      steps.to(next, () -> words.gaveUp(cast, number));
    }
  }

  private void read(char[] world, int cast, int actor, char record, Steps<char[]> steps) {
    char number = world[layout.actor(cast, actor)];
    next[layout.actor(cast, actor)] =
        reactions.read(number, record, isStuck(world, cast, codes.actor(number)));
    steps.to(next, () -> words.read(cast, number, record));
  }

  /** Who waits for one that has left takes it to be stuck, sooner or later. */
  private boolean isStuck(char[] world, int cast, Actor reader) {
    boolean stuck = reader.role().impatient();
    for (int at = 0; !stuck && at < scenario.casts().get(cast).roles().size(); at++) {
      stuck = codes.actor(world[layout.actor(cast, at)]).hasLeft();
    }
    return stuck;
  }

  /** A node that is no primary any more, and has not heard so, answers for its older record. */
  private void depose(char[] world, int cast, int actor, int at, Steps<char[]> steps) {
    char number = world[layout.actor(cast, actor)];
    Codes.Sending sending = codes.sending(number);
    char message = sending.messages().charAt(at);
    if (codes.message(message) instanceof Message.Change change
        && scenario.durability().isByOne(change)) {
      copy(world);
      char noMatch = codes.number(new Event.Moved(MatchOutcome.NOT_MATCHED));
      go(cast, actor, reactions.hear(number, sending.places().charAt(at), noMatch));
      steps.to(next, () -> words.deposed(cast, number, message));
    }
  }

  private void lose(char[] world, int cast, int actor, int at, Steps<char[]> steps) {
    if (spend(world, Fault.LOST_REQUEST)) {
      char number = world[layout.actor(cast, actor)];
      Codes.Sending sending = codes.sending(number);
      char message = sending.messages().charAt(at);
      char nothing = codes.number(Answer.none(codes.message(message)));
      go(cast, actor, reactions.hear(number, sending.places().charAt(at), nothing));
      steps.to(next, () -> words.lost(cast, number, message));
    }
  }

  private void repeat(char[] world, int cast, int actor, char message, Steps<char[]> steps) {
    boolean isUnsafe =
        codes.message(message) instanceof Message.Hold
            || codes.message(message) instanceof Message.Stamp;
    if (spend(world, isUnsafe ? Fault.REPEATED_HOLD : Fault.REPEATED_REQUEST)) {
      char number = world[layout.actor(cast, actor)];
      next[layout.late(cast)] = codes.with(next[layout.late(cast)], message);
      steps.to(next, () -> words.repeated(cast, number, message));
    }
  }

  private void deliverLate(char[] world, int cast, Steps<char[]> steps) {
    char late = world[layout.late(cast)];
    String bag = codes.late(late);
    for (int at = 0; at < bag.length(); at++) {
      char message = bag.charAt(at);
      if (at > 0 && bag.charAt(at - 1) == message) {
        continue;
      }
      copy(world);
      next[layout.late(cast)] = codes.without(late, message);
      char answer = deliver(cast, message);
      if (codes.message(message) instanceof Message.Bury bury) {
        // the sweeper waits for this one, and so for a majority
        failovers.confirm(next, cast, codes.addressed(message));
        if (codes.event(answer).equals(new Event.Inserted(BeginOutcome.BEGUN))) {
          next[layout.late(cast)] =
              codes.with(next[layout.late(cast)], codes.number(bury.release()));
        }
      }
      steps.to(next, () -> words.arrivedLate(cast, message, answer));
    }
  }

  /** Only a record that is as it was inserted: its later changes were asked of a majority. */
  private void loseRecord(char[] world, int cast, Steps<char[]> steps) {
    boolean isAsInserted =
        codes
            .record(world[layout.record(cast)])
            .exists(record -> record.state() == State.PENDING && record.epoch().value() == 1);
    if (isAsInserted && spend(world, Fault.LOST_RECORD)) {
      next[layout.record(cast)] = codes.record(Option.none());
      next[layout.keptRecord(cast)] = codes.record(Option.none());
      steps.to(next, () -> words.lostRecord(cast));
    }
  }

  private void sweep(char[] world, int cast, Steps<char[]> steps) {
    List<AccountOperation> operations = codes.operations(cast);
    Option<Transaction> record = codes.record(world[layout.keptRecord(cast)]);
    for (int at = 0; at < operations.size(); at++) {
      Option<Hold> hold = codes.hold(world[layout.keptHold(cast, at)]);
      if (hold.isDefined()) {
        Account account =
            codes.figures(world[layout.keptFigures(codes.account(operations.get(at)))]);
        Leg leg =
            new Leg(hold.get().transaction(), hold.get().epoch(), account.operation(hold.get()));
        copy(world);
        send(cast, record, new Message.Withdraw(leg), steps);
        if (record.isDefined() && spend(world, Fault.STALE_READ)) {
          send(cast, Option.none(), new Message.Withdraw(leg), steps);
        }
      }
    }
  }

  private void send(
      int cast, Option<Transaction> seen, Message.Withdraw release, Steps<char[]> steps) {
    Cast playing = scenario.casts().get(cast);
    for (Message message : scenario.sweeper().sends(seen, playing.body(), release)) {
      char number = codes.number(message);
      char late = next[layout.late(cast)];
      // once on its way is enough: it may be sent again when it has come
      if (codes.late(late).indexOf(number) < 0) {
        next[layout.late(cast)] = codes.with(late, number);
        steps.to(next, () -> words.swept(cast, seen, release, message));
      }
    }
  }

  private char deliver(int cast, char message) {
    Codes.Addressed addressed = codes.addressed(message);
    if (addressed.isOnAccount()) {
      int figures = layout.figures(addressed.account());
      int hold = layout.hold(cast, addressed.operation());
      long delivery = reactions.deliverToAccount(message, next[figures], next[hold]);
      next[figures] = Reactions.part(delivery, 2);
      next[hold] = Reactions.part(delivery, 1);
      return Reactions.part(delivery, 0);
    }
    long delivery = reactions.deliverToRecord(message, next[layout.record(cast)]);
    next[layout.record(cast)] = Reactions.part(delivery, 1);
    return Reactions.part(delivery, 0);
  }

  private void go(int cast, int actor, Reactions.Reaction reaction) {
    next[layout.actor(cast, actor)] = reaction.actor();
    for (int at = 0; at < reaction.late().length(); at++) {
      next[layout.late(cast)] = codes.with(next[layout.late(cast)], reaction.late().charAt(at));
    }
  }

  private boolean spend(char[] world, Fault fault) {
    char budget = world[layout.budget()];
    if (fault.leftOf(budget) == 0) {
      return false;
    }
    copy(world);
    next[layout.budget()] = fault.spentOf(budget);
    return true;
  }

  private void copy(char[] world) {
    System.arraycopy(world, 0, next, 0, next.length);
  }
}
