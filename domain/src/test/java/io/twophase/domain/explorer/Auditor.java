package io.twophase.domain.explorer;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.Side;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;

/**
 * Judges a world by what the protocol promises, from the figures alone: it shares no rule with the
 * code that it judges.
 */
final class Auditor {

  private interface Promise {
    Option<String> broken(Scenario scenario, World world);
  }

  /** Money moves all or not at all: nothing but an applied transfer may be half moved. */
  private static final Promise MOVES_ALL_OR_NOTHING =
      (scenario, world) -> {
        for (Operation operation : Scenario.TRANSFER.operations()) {
          long moved = moved(scenario, world, operation);
          long whole =
              operation.side() == Side.DEBIT
                  ? -operation.amount().minor()
                  : operation.amount().minor();
          boolean allowed =
              switch (state(world)) {
                case DONE -> moved == whole;
                case APPLIED -> moved == whole || moved == 0;
                case INITIAL, PENDING, CANCELING, CANCELED -> moved == 0;
              };
          if (!allowed) {
            return Option.some(
                state(world) + ", but " + moved + " moved on " + operation.account());
          }
        }
        return Option.none();
      };

  /** Available and receivable are what balance and holds make them, and never below zero. */
  private static final Promise FIGURES_ADD_UP =
      (scenario, world) -> {
        for (Account account : world.store().accounts().values()) {
          long available = account.balance() - held(account, Side.DEBIT);
          long receivable =
              account.opening().ceiling() - account.balance() - held(account, Side.CREDIT);
          if (available != account.available()
              || receivable != account.receivable()
              || available < 0
              || receivable < 0) {
            return Option.some("figures do not add up: " + account);
          }
        }
        return Option.none();
      };

  /** Once applied, each part is settled or held at the decided epoch; once done, none is held. */
  private static final Promise WHAT_IS_DECIDED_CAN_BE_SETTLED_ONCE =
      (scenario, world) -> {
        State state = state(world);
        if (state != State.APPLIED && state != State.DONE) {
          return Option.none();
        }
        Epoch decided = world.store().record().get().epoch();
        for (Operation operation : Scenario.TRANSFER.operations()) {
          boolean settled = moved(scenario, world, operation) != 0;
          boolean held =
              world
                  .store()
                  .accounts()
                  .get(operation.account())
                  .get()
                  .holds()
                  .values()
                  .exists(hold -> hold.epoch().equals(decided));
          if (settled == held) {
            return Option.some(
                operation
                    + (held ? " is settled, and held again" : " is neither settled nor held")
                    + " at epoch "
                    + decided);
          }
        }
        return Option.none();
      };

  /** A worker says what the record says. */
  private static final Promise RESULTS_ARE_TRUE =
      (scenario, world) -> {
        for (Actor actor : world.actors()) {
          if (actor.hasStopped() && !isTrue(actor.worker().result().get(), world)) {
            return Option.some(
                actor.role() + " says " + actor.worker().result().get() + " of " + state(world));
          }
        }
        return Option.none();
      };

  /** Asks for the money only. */
  static final Auditor OF_MONEY = new Auditor(List.of(MOVES_ALL_OR_NOTHING));

  /** Asks for everything. */
  static final Auditor OF_EVERYTHING =
      new Auditor(
          List.of(
              MOVES_ALL_OR_NOTHING,
              FIGURES_ADD_UP,
              WHAT_IS_DECIDED_CAN_BE_SETTLED_ONCE,
              RESULTS_ARE_TRUE));

  private final List<Promise> promises;

  private Auditor(List<Promise> promises) {
    this.promises = promises;
  }

  /** The first promise that is broken, if any. */
  Option<String> fault(Scenario scenario, World world) {
    for (Promise promise : promises) {
      Option<String> broken = promise.broken(scenario, world);
      if (broken.isDefined()) {
        return broken;
      }
    }
    return Option.none();
  }

  private static boolean isTrue(Result result, World world) {
    State state = state(world);
    if (result instanceof Result.Applied applied) {
      return state == State.DONE || (state == State.APPLIED && !applied.finished());
    }
    if (result instanceof Result.Canceled canceled) {
      return state == State.CANCELED || (state == State.CANCELING && !canceled.finished());
    }
    if (result instanceof Result.AlreadyDecided) {
      return state == State.APPLIED || state == State.DONE;
    }
    if (result instanceof Result.Submitted) {
      return world.store().record().isDefined();
    }
    // what may be said of a record in any state: it came later, or another is at it, or not known
    return result instanceof Result.NotFound
        || result instanceof Result.Busy
        || result instanceof Result.Unknown;
  }

  private static State state(World world) {
    return world.store().record().map(Transaction::state).getOrElse(State.INITIAL);
  }

  private static long moved(Scenario scenario, World world, Operation operation) {
    Account account = world.store().accounts().get(operation.account()).get();
    return account.balance() - (operation.side() == Side.DEBIT ? scenario.funds().minor() : 0);
  }

  private static long held(Account account, Side side) {
    long sum = 0;
    for (Hold hold : account.holds().values()) {
      sum += hold.side() == side ? hold.amount() : 0;
    }
    return sum;
  }
}
