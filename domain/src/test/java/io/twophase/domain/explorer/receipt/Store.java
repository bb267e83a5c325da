package io.twophase.domain.explorer.receipt;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.NoHold;
import io.twophase.domain.explorer.model.Answer;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What a worker's step does to what is stored, by the domain's own rules. */
final class Store {

  private final Scene scene;
  private World world;

  private Store(Scene scene, World world) {
    this.scene = scene;
    this.world = world;
  }

  /** The world after a step, and what came of it. */
  record Done(World world, Event event) {}

  static Done apply(Scene scene, World world, Write write) {
    Store store = new Store(scene, world);
    Event event = store.apply(write);
    return new Done(store.world, event);
  }

  /** What its sender is told that waits no longer. */
  static Event noAnswer(Step step) {
    if (step instanceof Step.Inserting) {
      return new Event.Inserted(BeginOutcome.IN_DOUBT);
    }
    if (step instanceof Step.OnDocuments on) {
      boolean isHold = step instanceof Step.Holding;
      return Answer.joined(
          on.operations().stream()
              .map(
                  each ->
                      isHold
                          ? Answer.holds(AccountHoldOutcome.inDoubt())
                          : Answer.matches(MatchOutcome.IN_DOUBT))
              .toList());
    }
    return new Event.Moved(MatchOutcome.IN_DOUBT);
  }

  private Event apply(Write write) {
    Step step = write.step();
    if (step instanceof Step.Begin begin) {
      return insert(Transaction.begun(begin.body(), Fixtures.APP, write.token(), Fixtures.NOW));
    }
    if (step instanceof Step.Submit submit) {
      return insert(Transaction.submitted(submit.body(), Fixtures.NOW));
    }
    if (step instanceof Step.Move move) {
      return move(move.transition());
    }
    Step.OnDocuments on = (Step.OnDocuments) step;
    List<Event> events = new ArrayList<>();
    for (Operation operation : on.operations()) {
      events.add(on(on, write, (AccountOperation) operation));
    }
    return Answer.joined(events);
  }

  private Event insert(Transaction first) {
    Option<Slot> there = world.slots().get(first.id());
    boolean isFree =
        there.isEmpty() || (scene.lacks(Flaw.KEEPS_NO_ID) && there.get() instanceof Slot.Left);
    if (!isFree) {
      return new Event.Inserted(BeginOutcome.ID_TAKEN);
    }
    put(first, world.clock());
    world = world.with(world.known().begins(first.body()));
    return new Event.Inserted(BeginOutcome.BEGUN);
  }

  private void put(Transaction record, int now) {
    Slot slot =
        new Slot.Lone(
            io.twophase.domain.explorer.model.Store.withoutTimes(record),
            record.state().isFinal() ? now : 0);
    world = world.with(world.slots().put(record.id(), slot));
  }

  private Event move(Transition transition) {
    Option<Transaction> before =
        world
            .slots()
            .get(transition.transaction())
            .flatMap(
                slot ->
                    slot instanceof Slot.Lone lone
                        ? Option.some(lone.record())
                        : Option.<Transaction>none());
    Option<Transaction> after =
        before.flatMap(record -> transition.apply(record, Fixtures.NOW).toOption());
    if (after.isEmpty()) {
      return new Event.Moved(MatchOutcome.NOT_MATCHED);
    }
    if (after.get().state().isFinal() && !before.get().state().isFinal()) {
      world = world.ticking();
    }
    put(after.get(), world.clock());
    note(before.get().state(), after.get());
    return new Event.Moved(MatchOutcome.MATCHED);
  }

  /** What is decided now, if it was not before. */
  private void note(State before, Transaction record) {
    if (before.isDecided() || !record.state().isDecided()) {
      return;
    }
    boolean happens = record.reason().isEmpty();
    if (world.known().decided().containsKey(record.id())) {
      boolean isTwice = happens && world.known().happens(record.id());
      world = world.with(record.id() + (isTwice ? " happens twice" : " is decided again"));
      return;
    }
    long effect =
        happens
            ? record.capturedOperations().stream()
                .filter(operation -> operation.account().equals(Scene.A))
                .mapToLong(
                    operation ->
                        operation.fold(
                            debit -> -debit.amount().minor(), credit -> credit.amount().minor()))
                .sum()
            : 0;
    world =
        world.with(
            world
                .known()
                .decides(
                    record.id(),
                    new Known.Decided(record.reason(), record.progress().captured()),
                    effect));
  }

  private Event on(Step.OnDocuments step, Write write, AccountOperation operation) {
    Account account = world.accounts().get(operation.account()).get();
    if (step instanceof Step.Holding) {
      return account
          .hold(write.id(), step.epoch(), operation)
          .fold(Store::notHeld, held -> held(account, held, operation));
    }
    Either<NoHold, Account> after;
    if (step instanceof Step.Stamp) {
      after = account.stamp(write.id(), step.epoch(), operation);
    } else if (step instanceof Step.Settle settle) {
      after =
          account.settle(
              new Leg(write.id(), step.epoch(), operation, settle.captured().amountOf(operation)));
    } else if (step instanceof Step.Release) {
      after = account.release(write.id(), operation);
    } else {
      after = account.withdraw(write.id(), step.epoch(), operation);
    }
    after.forEach(this::put);
    return Answer.of(after.isRight());
  }

  private Event held(Account before, Account after, AccountOperation asked) {
    put(after);
    return Answer.holds(
        asked instanceof Debit debit && debit.atMost()
            ? AccountHoldOutcome.held(debit.of(before.available() - after.available()))
            : AccountHoldOutcome.held());
  }

  private static Event notHeld(HoldAnswer answer) {
    return Answer.holds(
        answer instanceof HoldAnswer.Present present
            ? new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held())
            : new AccountHoldOutcome.Refused(((HoldAnswer.Denied) answer).refusal()));
  }

  private void put(Account account) {
    AccountId id = account.id();
    world = world.withAccounts(world.accounts().put(id, account));
  }
}
