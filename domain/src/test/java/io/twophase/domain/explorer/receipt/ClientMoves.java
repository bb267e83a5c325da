package io.twophase.domain.explorer.receipt;

import static io.twophase.domain.testing.Fixtures.token;

import io.twophase.domain.batch.protocol.MemberEvent;
import io.twophase.domain.batch.protocol.MemberStep;
import io.twophase.domain.batch.protocol.MemberWorker;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.compensation.Reversal;
import io.twophase.domain.explorer.breadth.Move;
import io.twophase.domain.explorer.receipt.World.Left;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What somebody who asks may do next. */
final class ClientMoves {

  private final Scene scene;
  private final World world;
  private final int me;
  private final Client client;
  private final List<Move<World>> moves = new ArrayList<>();

  ClientMoves(Scene scene, World world, int me) {
    this.scene = scene;
    this.world = world;
    this.me = me;
    this.client = world.clients().get(me);
  }

  List<Move<World>> all() {
    if (client.looksForReversal()) {
      lookForReversal();
    } else if (client.hand().isDefined()) {
      client.hand().get().fold(this::lone, this::member);
    } else if (client.times() > 0) {
      begin();
    }
    return moves;
  }

  private void begin() {
    if (client.task() instanceof Task.Work work) {
      boolean isThere = slot(work.on().id()) instanceof Slot.Lone lone && !isFinal(lone);
      if (!work.isRecovery() || isThere) {
        add("asks", world.with(me, client.begun(hand(work.on(), work.goal()))));
      }
    } else if (slot(client.task().on().id()) instanceof Slot.Lone lone
        && lone.record().state() == State.DONE) {
      NewTransaction reversal = Reversal.of(lone.record()).get();
      add("reverses it", world.with(me, client.begun(hand(reversal, new Goal.Run(reversal)))));
    } else if (slot(client.task().on().id()) instanceof Slot.Left left
        && left.receipt().isApplied()) {
      add("finds that it is removed", world.with(me, client.looking()));
    }
  }

  private static boolean isFinal(Slot.Lone lone) {
    return lone.record().state().isFinal();
  }

  private Slot slot(TransactionId id) {
    return world.slots().getOrElse(id, NOTHING);
  }

  /** Stands for an id under which nothing is stored. */
  private static final Slot NOTHING =
      new Slot.Lone(Transaction.tombstone(new TransactionId("none"), Fixtures.NOW), 0);

  private Token tokenNow() {
    return token(client.task().name() + client.times());
  }

  private Either<Worker, MemberWorker> hand(NewTransaction body, Goal goal) {
    return scene.ofBatches()
        ? Either.right(MemberWorker.start(body.id(), goal, Fixtures.APP, Option.none(), tokenNow()))
        : Either.left(Worker.start(body.id(), goal, Fixtures.APP, tokenNow(), HoldOrder.TOGETHER));
  }

  private void lookForReversal() {
    NewTransaction original = client.task().on();
    TransactionId id = original.id().reversal(1).get();
    Option<Slot> there = world.slots().get(id);
    if (there.isDefined() && there.get() instanceof Slot.Lone lone) {
      NewTransaction body = lone.record().body();
      add("repeats the reversal", world.with(me, client.at(hand(body, new Goal.Run(body)))));
    } else {
      World after = world.with(me, client.ended());
      boolean isWrong = there.isDefined() != world.known().happens(id);
      add(
          "finds " + there.map(left -> "the receipt").getOrElse("no reversal"),
          isWrong ? after.with("the answer about " + id + " is wrong") : after);
    }
  }

  private Void lone(Worker worker) {
    Step step = worker.step();
    if (step instanceof Step.Reread || step instanceof Step.Await) {
      TransactionLookup lookup = Reading.of(scene, world, worker.id(), worker.goal());
      Worker next = worker.after(new Event.Seen(lookup, isRecovery()));
      goOn("reads " + Reading.line(lookup), next, lookup);
    } else {
      write(worker.id(), step, worker.token(), event -> Either.left(worker.after(event)));
    }
    return null;
  }

  private boolean isRecovery() {
    return client.task() instanceof Task.Work work && work.isRecovery();
  }

  private void goOn(String line, Worker next, TransactionLookup lookup) {
    boolean leaves =
        scene.lacks(Flaw.LEAVES_ITS_HOLDS)
            && lookup instanceof TransactionLookup.Removed
            && next.step() instanceof Step.Withdraw;
    if (leaves) {
      add(line, world.with(me, client.ended()));
    } else {
      add(line, at(world, Either.left(next)));
    }
  }

  /** What somebody does with what came of a step. */
  private interface Next {
    Either<Worker, MemberWorker> after(Event event);
  }

  private void write(TransactionId id, Step step, Token token, Next next) {
    Write write = new Write(id, step, token);
    Store.Done done = Store.apply(scene, world, write);
    add(line(step) + " -> " + told(done.event()), at(done.world(), next.after(done.event())));
    Left left = world.left();
    if (left.timeOuts() > 0) {
      List<Write> late = new ArrayList<>(world.late());
      late.add(write);
      World fewer =
          world
              .withLate(late)
              .with(new Left(left.timeOuts() - 1, left.crashes(), left.deposits(), left.retired()));
      add(line(step) + " -> no answer", at(fewer, next.after(Store.noAnswer(step))));
    }
    if (left.crashes() > 0 && !isRecovery()) {
      add(
          "dies",
          world
              .with(me, client.ended())
              .with(
                  new Left(left.timeOuts(), left.crashes() - 1, left.deposits(), left.retired())));
    }
  }

  private static String line(Step step) {
    return step instanceof Step.Move move
        ? move.transition().getClass().getSimpleName()
        : step.getClass().getSimpleName();
  }

  private static String told(Event event) {
    return event instanceof Event.Inserted inserted ? inserted.outcome().name() : event.toString();
  }

  private Void member(MemberWorker worker) {
    MemberStep step = worker.step();
    if (step instanceof MemberStep.Lone lone) {
      write(
          worker.id(),
          lone.step(),
          worker.lone().token(),
          event -> Either.right(worker.after(new MemberEvent.Lone(event))));
    } else if (step instanceof MemberStep.ReadTransfer) {
      TransactionLookup lookup = Reading.of(scene, world, worker.id(), worker.goal());
      add(
          "reads " + Reading.line(lookup),
          at(
              world,
              Either.right(
                  worker.after(
                      new MemberEvent.TransferSeen(TransferLookup.of(lookup), isRecovery())))));
    } else if (step instanceof MemberStep.ReadBatch) {
      add(
          "reads the batch: " + world.batch().map(BatchRecord::state),
          at(world, Either.right(worker.after(new MemberEvent.BatchSeen(world.batch())))));
    } else if (step instanceof MemberStep.Bury bury) {
      boolean isFree = world.batch().isEmpty();
      World after =
          isFree
              ? world.withBatch(Option.some(BatchRecord.tombstone(bury.batch(), Fixtures.NOW)))
              : world;
      add(
          "buries the batch",
          at(
              after,
              Either.right(
                  worker.after(
                      new MemberEvent.Buried(
                          isFree ? BeginOutcome.BEGUN : BeginOutcome.ID_TAKEN)))));
    } else if (step instanceof MemberStep.TakeAlone take) {
      take("takes it alone", worker, take.free(), alone(worker, take.free()));
    } else {
      throw new IllegalStateException("no scene comes to " + step);
    }
    return null;
  }

  private static Transaction alone(MemberWorker worker, MemberDocument free) {
    return Transaction.begun(
        free.body(), worker.lone().application(), worker.lone().token(), Fixtures.NOW);
  }

  private void take(String line, MemberWorker worker, MemberDocument free, Transaction record) {
    boolean matches = world.slots().get(worker.id()).contains(new Slot.Member(free));
    Slot taken = new Slot.Lone(io.twophase.domain.explorer.model.Store.withoutTimes(record), 0);
    World after = matches ? world.with(world.slots().put(worker.id(), taken)) : world;
    add(
        line + (matches ? "" : " -> not there"),
        at(
            after,
            Either.right(
                worker.after(
                    new MemberEvent.Matched(
                        matches ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED)))));
  }

  /** At its next step; or with an answer, which is judged at once. */
  private World at(World after, Either<Worker, MemberWorker> next) {
    boolean hasEnded =
        next.fold(worker -> worker.result().isDefined(), worker -> worker.result().isDefined());
    if (!hasEnded) {
      return after.with(me, client.at(next));
    }
    Worker lone = next.fold(worker -> worker, MemberWorker::lone);
    Judge judge =
        new Judge(
            after.known(), lone.id(), Reading.asked(lone.goal()), lone.moved().map(Money::minor));
    Option<String> fault =
        next.fold(
            worker -> judge.fault(worker.result().get()),
            worker -> judge.fault(worker.result().get()));
    World ended = after.with(me, client.ended());
    return fault.isDefined() ? ended.with(fault.get()) : ended;
  }

  private void add(String line, World after) {
    moves.add(new Move<>(client.task().name() + " " + line, after));
  }
}
