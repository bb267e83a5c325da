package io.twophase.domain.explorer.receipt;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.explorer.receipt.World.Left;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What may happen next. */
final class Moves {

  private static final long DEPOSIT = 5;

  private final Scene scene;
  private final World world;
  private final List<Move<World>> moves = new ArrayList<>();

  private Moves(Scene scene, World world) {
    this.scene = scene;
    this.world = world;
  }

  static List<Move<World>> of(Scene scene, World world) {
    Moves all = new Moves(scene, world);
    for (int at = 0; at < world.clients().size(); at++) {
      all.moves.addAll(new ClientMoves(scene, world, at).all());
    }
    for (int at = 0; at < world.passes().size(); at++) {
      all.moves.addAll(new PassMoves(scene, world, at).all());
    }
    all.arrive();
    all.deposit();
    if (scene.scrubs()) {
      all.scrub();
    }
    all.retire();
    return all.moves;
  }

  private void arrive() {
    for (int at = 0; at < world.late().size(); at++) {
      List<Write> rest = new ArrayList<>(world.late());
      Write write = rest.remove(at);
      Store.Done done = Store.apply(scene, world.withLate(rest), write);
      moves.add(
          new Move<>(
              write.token().value() + "'s late " + write.step().getClass().getSimpleName(),
              done.world()));
    }
  }

  private void deposit() {
    Left left = world.left();
    if (left.deposits() > 0) {
      TransactionId id = transactionId("deposit");
      Account a = world.accounts().get(Scene.A).get();
      Credit credit = new Credit(Scene.A, cents(DEPOSIT));
      Account richer = a.hold(id, epoch(1), credit).get().settle(id, epoch(1), credit).get();
      moves.add(
          new Move<>(
              "A has " + DEPOSIT + " more",
              world
                  .withAccounts(world.accounts().put(Scene.A, richer))
                  .with(world.known().deposits(DEPOSIT))
                  .with(
                      new Left(
                          left.timeOuts(), left.crashes(), left.deposits() - 1, left.retired()))));
    }
  }

  /**
   * Gives back what came late: of what is finished, but not what its decision should have moved;
   * and of what is not there, once a tombstone keeps it from being begun.
   */
  private void scrub() {
    for (Account account : world.accounts().values()) {
      for (Hold hold : account.holds().values()) {
        Option<Slot> slot = world.slots().get(hold.transaction());
        if (slot.isEmpty()) {
          bury(hold.transaction());
        } else if (isOver(slot.get()) && !isMissed(slot.get(), hold)) {
          giveBack(account, hold);
        }
      }
    }
  }

  private void bury(TransactionId id) {
    Transaction tombstone = Transaction.tombstone(id, Fixtures.NOW);
    moves.add(
        new Move<>(
            "the scrub buries " + id,
            world
                .ticking()
                .with(world.slots().put(id, new Slot.Lone(tombstone, world.clock() + 1)))
                .with(
                    world
                        .known()
                        .begins(tombstone.body())
                        .decides(id, new Known.Decided(tombstone.reason(), Captured.IN_FULL), 0))));
  }

  private void giveBack(Account account, Hold hold) {
    Account after =
        account.withdraw(hold.transaction(), hold.epoch(), account.operation(hold)).get();
    moves.add(
        new Move<>(
            "the scrub gives back what " + hold.transaction() + " holds of " + account.id(),
            world.withAccounts(world.accounts().put(account.id(), after))));
  }

  private static boolean isOver(Slot slot) {
    return slot instanceof Slot.Left
        || (slot instanceof Slot.Lone lone && lone.record().state().isFinal());
  }

  private static boolean isMissed(Slot slot, Hold hold) {
    if (slot instanceof Slot.Left left) {
      return left.receipt().isApplied() && left.receipt().epoch().equals(hold.epoch());
    }
    Transaction record = ((Slot.Lone) slot).record();
    return record.state() == State.DONE && record.epoch().equals(hold.epoch());
  }

  /** The oldest receipt goes, once nobody asks any more for what it is of. */
  private void retire() {
    Left left = world.left();
    boolean isEarly = scene.lacks(Flaw.GOES_EARLY);
    if (left.retired() == 0 || !(world.isAtRest() || isEarly)) {
      return;
    }
    world
        .slots()
        .values()
        .filter(Slot.Left.class::isInstance)
        .map(slot -> ((Slot.Left) slot).receipt())
        .toJavaStream()
        .min(Comparator.comparing(Receipt::finishedAt))
        .ifPresent(
            receipt -> {
              boolean isForgotten = !isEarly && !isAsked(receipt.id());
              World after =
                  world
                      .with(world.slots().remove(receipt.id()))
                      .with(
                          new Left(
                              left.timeOuts(),
                              left.crashes(),
                              left.deposits(),
                              left.retired() - 1));
              moves.add(
                  new Move<>(
                      "the receipt of " + receipt.id() + " goes",
                      isForgotten ? after.with(world.known().forgets(receipt.id())) : after));
            });
  }

  /** A reversal can be asked for as long as what it reverses is there. */
  private boolean isAsked(TransactionId id) {
    return world
        .slots()
        .values()
        .exists(
            slot -> slot instanceof Slot.Lone lone && lone.record().id().reversal(1).contains(id));
  }
}
