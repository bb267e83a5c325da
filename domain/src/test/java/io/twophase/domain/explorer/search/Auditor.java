package io.twophase.domain.explorer.search;

import io.twophase.domain.account.Account;
import io.twophase.domain.explorer.model.Actor;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.World;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
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

  /**
   * Money moves all or not at all: a balance is what the account was opened with, all that is done,
   * and any of what is applied. So none is below zero, and their sum is kept wherever nothing is
   * applied and not done.
   */
  private static final Promise BALANCES_REPLAY =
      (scenario, world) -> {
        for (int at = 0; at < scenario.accounts().size(); at++) {
          long moved = world.figures(at).balance() - scenario.accounts().get(at).balance();
          if (world.figures(at).balance() < 0) {
            return Option.some("below zero: " + TraceText.balance(world.figures(at)));
          }
          if (!Replay.allows(scenario, world, at, moved)) {
            return Option.some(
                TraceText.balance(world.figures(at))
                    + ", which the records do not make: "
                    + TraceText.states(scenario, world));
          }
        }
        return Option.none();
      };

  /** Available and receivable are what balance and holds make them, and never below zero. */
  private static final Promise FIGURES_ADD_UP =
      (scenario, world) -> {
        for (int at = 0; at < scenario.accounts().size(); at++) {
          Account account = world.figures(at);
          long available = account.balance() - Replay.held(scenario, world, at, Direction.DEBIT);
          long receivable =
              account.opening().ceiling()
                  - account.balance()
                  - Replay.held(scenario, world, at, Direction.CREDIT);
          if (available != account.available()
              || receivable != account.receivable()
              || available < 0
              || receivable < 0) {
            return Option.some("figures do not add up: " + account);
          }
        }
        return Option.none();
      };

  /**
   * Once applied, each part is settled or held at the decided epoch, never both; once done, none is
   * held. As to which it is, the balance must agree.
   */
  private static final Promise WHAT_IS_DECIDED_CAN_BE_SETTLED_ONCE =
      (scenario, world) -> {
        for (int cast = 0; cast < scenario.casts().size(); cast++) {
          List<AccountOperation> operations = world.operations(cast);
          for (int at = 0; at < operations.size(); at++) {
            if (world.state(cast) == State.DONE && Replay.isHeldAsDecided(world, cast, at)) {
              return Option.some(
                  operations.get(at)
                      + " is done, and held again at epoch "
                      + world.record(cast).get().epoch());
            }
          }
        }
        for (int at = 0; at < scenario.accounts().size(); at++) {
          long moved = world.figures(at).balance() - scenario.accounts().get(at).balance();
          if (moved != Replay.settled(scenario, world, at)) {
            return Option.some(
                TraceText.balance(world.figures(at))
                    + ", which is not what is decided and no longer held: "
                    + TraceText.states(scenario, world));
          }
        }
        return Option.none();
      };

  /** A worker says what the record says. */
  private static final Promise RESULTS_ARE_TRUE =
      (scenario, world) -> {
        for (int cast = 0; cast < scenario.casts().size(); cast++) {
          for (int at = 0; at < scenario.casts().get(cast).roles().size(); at++) {
            Actor actor = world.actor(cast, at);
            Option<Result> result = actor.worker().result();
            if (result.isDefined() && !isTrue(result.get(), world, cast)) {
              return Option.some(
                  actor.role() + " says " + result.get() + " of " + world.state(cast));
            }
          }
        }
        return Option.none();
      };

  /** Asks for the money only. */
  static final Auditor OF_MONEY = new Auditor(List.of(BALANCES_REPLAY));

  /** Asks for everything. */
  static final Auditor OF_EVERYTHING =
      new Auditor(
          List.of(
              BALANCES_REPLAY,
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

  /** A failover may undo that a record was closed. What was settled stays settled. */
  private static boolean isTrue(Result result, World world, int cast) {
    Option<Transaction> record = world.record(cast);
    State state = record.map(Transaction::state).getOrElse(State.INITIAL);
    if (result instanceof Result.Applied applied) {
      boolean isSettled = world.hasFailovers() && !Replay.isAnyHeldAsDecided(world, cast);
      return state == State.DONE || (state == State.APPLIED && (!applied.finished() || isSettled));
    }
    if (result instanceof Result.Canceled canceled) {
      return state == State.CANCELED
          || (state == State.CANCELING && (!canceled.finished() || world.hasFailovers()));
    }
    if (result instanceof Result.IdReused) {
      return record.isDefined();
    }
    if (result instanceof Result.AlreadyDecided) {
      return state == State.APPLIED || state == State.DONE;
    }
    if (result instanceof Result.Submitted) {
      return record.isDefined();
    }
    // what may be said of a record in any state: it came later, or another is at it, or not known
    return result instanceof Result.NotFound
        || result instanceof Result.Busy
        || result instanceof Result.Unknown;
  }
}
