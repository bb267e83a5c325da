package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.account.Account;
import io.twophase.domain.money.Money;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.List;

/**
 * Where an exploration starts, and what may go wrong in it: one transfer of 1.00 from A to B.
 *
 * @param funds what A has at first; B has nothing
 * @param roles the workers
 * @param timeOuts how many times, in all, a worker may stop waiting for an answer
 * @param sweeping whether holds of a finished transaction are released by a sweeper
 * @param givingUp whether a worker may also, instead of a time-out, give up
 * @param rules the store's
 * @param driver of every worker
 */
public record Scenario(
    Money funds,
    List<Role> roles,
    int timeOuts,
    boolean sweeping,
    boolean givingUp,
    Store.Rules rules,
    Driver driver) {

  /** The transfer that every scenario is about. */
  public static final NewTransaction TRANSFER = transfer("t", "A", "B", usd("1.00"));

  /** Workers that keep the rules, over a store that does; A has more than enough. */
  public static Scenario of(Role... roles) {
    return new Scenario(
        usd("3.00"), List.of(roles), 0, false, false, Store::deliver, Driver.FAITHFUL);
  }

  /** The same, with a bound on time-outs. */
  public Scenario timeOuts(int bound) {
    return new Scenario(funds, roles, bound, sweeping, givingUp, rules, driver);
  }

  /** The same, where A has this much. */
  public Scenario funds(Money newFunds) {
    return new Scenario(newFunds, roles, timeOuts, sweeping, givingUp, rules, driver);
  }

  /** The same, with a sweeper. */
  public Scenario swept() {
    return new Scenario(funds, roles, timeOuts, true, givingUp, rules, driver);
  }

  /** The same, where workers may give up. */
  public Scenario givingUp(boolean may) {
    return new Scenario(funds, roles, timeOuts, sweeping, may, rules, driver);
  }

  /** The same, over another store. */
  public Scenario over(Store.Rules newRules) {
    return new Scenario(funds, roles, timeOuts, sweeping, givingUp, newRules, driver);
  }

  /** The same, driven otherwise. */
  public Scenario drivenBy(Driver newDriver) {
    return new Scenario(funds, roles, timeOuts, sweeping, givingUp, rules, newDriver);
  }

  World start() {
    Account source = account("A").with(funds);
    Account destination = account("B").with(usd("0"));
    return new World(
        new Store(Option.none(), HashMap.of(source.id(), source, destination.id(), destination)),
        roles.stream().map(role -> Actor.starting(role, TRANSFER.id())).toList(),
        HashMap.empty(),
        timeOuts);
  }
}
