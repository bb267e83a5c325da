package io.twophase.domain.explorer;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;

/** Everything that can happen next in a world. */
final class Moves {

  /** Something that can happen, and the world after it. */
  record Move(Action action, World world) {}

  private final Scenario scenario;
  private final World world;
  private final List<Move> moves = new ArrayList<>();

  private Moves(Scenario scenario, World world) {
    this.scenario = scenario;
    this.world = world;
  }

  static List<Move> of(Scenario scenario, World world) {
    return new Moves(scenario, world).all();
  }

  private List<Move> all() {
    for (int actor = 0; actor < world.actors().size(); actor++) {
      read(actor);
      deliver(actor);
      timeOut(actor);
      giveUp(actor);
    }
    deliverLate();
    sweep();
    return moves;
  }

  private void read(int actor) {
    Actor reader = world.actors().get(actor);
    if (!reader.reads()) {
      return;
    }
    Sighting sighting = world.store().sighting(reader.worker().id());
    Worker next = reader.worker().after(new Event.Seen(sighting, reader.role().impatient()));
    add(new Action.Read(reader.role(), sighting), world.goingOn(actor, next));
  }

  private void deliver(int actor) {
    Actor sender = world.actors().get(actor);
    List<Message> sent = Message.of(sender.worker());
    for (int at = 0; at < sent.size(); at++) {
      if (sender.answers().get(at).isEmpty()) {
        Store.Delivery delivery = scenario.rules().deliver(world.store(), sent.get(at));
        add(
            new Action.Delivered(sender.role(), sent.get(at), delivery.answer()),
            reacted(
                world.with(delivery.store()).answered(actor, at, delivery.answer()), actor, false));
      }
    }
  }

  private void timeOut(int actor) {
    Actor sender = world.actors().get(actor);
    if (world.timeOuts() > 0 && !sender.answers().isEmpty()) {
      add(
          new Action.TimedOut(sender.role(), sender.worker().step()),
          reacted(world.timedOut(), actor, true));
    }
  }

  private void giveUp(int actor) {
    Actor tired = world.actors().get(actor);
    if (scenario.givingUp() && world.timeOuts() > 0 && !tired.hasStopped()) {
      add(
          new Action.GaveUp(tired.role(), tired.worker().step()),
          world
              .timedOut()
              .goingOn(actor, tired.worker().after(new Event.GaveUp()))
              .sentWithoutWaiting(tired.waiting(true).unanswered()));
    }
  }

  private World reacted(World heard, int actor, boolean timedOut) {
    return scenario
        .driver()
        .react(heard.actors().get(actor).waiting(timedOut))
        .map(
            reaction -> heard.goingOn(actor, reaction.worker()).sentWithoutWaiting(reaction.late()))
        .getOrElse(heard);
  }

  private void deliverLate() {
    for (Message message : world.late().keySet()) {
      Store.Delivery delivery = scenario.rules().deliver(world.store(), message);
      add(
          new Action.ArrivedLate(message, delivery.answer()),
          world.arrived(message).with(delivery.store()));
    }
  }

  /** What the record says is final, so a hold that is seen after it is an orphan. */
  private void sweep() {
    if (scenario.sweeping() && world.store().record().exists(r -> r.state().isFinal())) {
      Transaction done = world.store().record().get();
      for (Operation operation : done.operations()) {
        world
            .store()
            .accounts()
            .get(operation.account())
            .get()
            .holds()
            .get(done.id())
            .map(hold -> new Message.Withdraw(new Leg(done.id(), hold.epoch(), operation)))
            .filter(message -> !world.late().containsKey(message))
            .forEach(
                message ->
                    add(new Action.Swept(message), world.sentWithoutWaiting(List.of(message))));
      }
    }
  }

  private void add(Action action, World next) {
    moves.add(new Move(action, next));
  }
}
