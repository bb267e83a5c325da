package io.twophase.domain.explorer.search;

import io.twophase.domain.account.Hold;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.state.World;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;

/** What the records' outcomes make of an account, by adding up. */
final class Replay {

  private Replay() {}

  /** Whether {@code moved} is all that is done on the account, and any of what is applied. */
  static boolean allows(Scenario scenario, World world, int account, long moved) {
    return allows(scenario, world, account, moved, 0);
  }

  private static boolean allows(Scenario scenario, World world, int account, long moved, int cast) {
    if (cast == scenario.casts().size()) {
      return moved == 0;
    }
    State state = world.state(cast);
    long amount =
        state == State.DONE || state == State.APPLIED ? on(scenario, world, cast, account) : 0;
    return allows(scenario, world, account, moved - amount, cast + 1)
        || (state == State.APPLIED && allows(scenario, world, account, moved, cast + 1));
  }

  /** What is decided on the account, and no longer held at the decided epoch. */
  static long settled(Scenario scenario, World world, int account) {
    long settled = 0;
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      State state = world.state(cast);
      if (state == State.APPLIED || state == State.DONE) {
        List<AccountOperation> operations = world.recorded(cast);
        for (int at = 0; at < operations.size(); at++) {
          if (isOf(operations.get(at), scenario, account) && !isHeldAsDecided(world, cast, at)) {
            settled += signed(operations.get(at));
          }
        }
      }
    }
    return settled;
  }

  /** Whether an operation of a transaction is held, as it is, at the epoch of its record. */
  static boolean isHeldAsDecided(World world, int cast, int operation) {
    Option<Hold> hold = world.hold(cast, operation);
    if (hold.isEmpty()) {
      return false;
    }
    Option<Transaction> record = world.record(cast);
    if (record.isEmpty()) {
      return false;
    }
    AccountOperation decided = world.recorded(cast).get(operation);
    return hold.get().epoch().equals(record.get().epoch())
        && hold.get().direction() == decided.direction()
        && hold.get().amount() == decided.amount().minor();
  }

  /** Whether an operation of a transaction is held at the epoch of its record. */
  static boolean isAnyHeldAsDecided(World world, int cast) {
    for (int at = 0; at < world.recorded(cast).size(); at++) {
      if (isHeldAsDecided(world, cast, at)) {
        return true;
      }
    }
    return false;
  }

  /** All that is held in one direction of an account. */
  static long held(Scenario scenario, World world, int account, Direction direction) {
    long held = 0;
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      List<AccountOperation> operations = world.operations(cast);
      for (int at = 0; at < operations.size(); at++) {
        Option<Hold> hold = world.hold(cast, at);
        if (hold.isDefined()
            && hold.get().direction() == direction
            && isOf(operations.get(at), scenario, account)) {
          held += hold.get().amount();
        }
      }
    }
    return held;
  }

  private static long on(Scenario scenario, World world, int cast, int account) {
    for (AccountOperation operation : world.recorded(cast)) {
      if (isOf(operation, scenario, account)) {
        return signed(operation);
      }
    }
    return 0;
  }

  private static boolean isOf(AccountOperation operation, Scenario scenario, int account) {
    return operation.account().equals(scenario.accounts().get(account).id());
  }

  private static long signed(AccountOperation operation) {
    return operation.direction() == Direction.DEBIT
        ? -operation.amount().minor()
        : operation.amount().minor();
  }
}
