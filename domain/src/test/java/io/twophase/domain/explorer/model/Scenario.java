package io.twophase.domain.explorer.model;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.account.Account;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.NewTransaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where an exploration starts, and what may go wrong in it.
 *
 * @param accounts as they are at first
 * @param orphans holds that are there at first, under the ids of the transactions: of earlier ones
 *     that had the same ids
 * @param casts the transactions, each with its workers
 * @param faults how often each fault may come
 * @param sweeper releases what finished transactions hold, if it does
 * @param rules the store's
 * @param driver of every worker
 * @param durability what a failover may undo
 */
public record Scenario(
    List<Account> accounts,
    List<Leg> orphans,
    List<Cast> casts,
    int faults,
    Sweeper sweeper,
    Store.Rules rules,
    Driver driver,
    Durability durability) {

  /** The one transfer of the scenarios with one. */
  public static final NewTransaction TRANSFER = transfer("t", "A", "B", usd("1.00"));

  /** Makes the scenario immutable. */
  public Scenario {
    accounts = List.copyOf(accounts);
    orphans = List.copyOf(orphans);
    casts = List.copyOf(casts);
  }

  /** Workers at one transfer that keep the rules, over a store that does; A has 3.00. */
  public static Scenario of(Role... roles) {
    return of(Cast.of(TRANSFER, roles));
  }

  /** Workers that keep the rules, over a store that does; A has 3.00, and B nothing. */
  public static Scenario of(Cast... casts) {
    return new Scenario(
        List.of(account("A").with(usd("3.00")), account("B").with(usd("0.00"))),
        List.of(),
        List.of(casts),
        0,
        Sweeper.NONE,
        Store::deliver,
        Driver.FAITHFUL,
        Durability.AT_ONCE);
  }

  /** As many transfers of 1.00 from A to B, each with its owner. */
  public static Scenario competing(int transfers) {
    Cast one = Cast.of(TRANSFER, Role.owner(TRANSFER));
    return of(Collections.nCopies(transfers, one).toArray(Cast[]::new));
  }

  /** The same, where A has this much. */
  public Scenario funds(Money funds) {
    return over(account("A").with(funds), account("B").with(usd("0.00")));
  }

  /** The same, over other accounts. */
  public Scenario over(Account... newAccounts) {
    return new Scenario(
        List.of(newAccounts), orphans, casts, faults, sweeper, rules, driver, durability);
  }

  /** The same, with a hold that an earlier transaction of the same id has left. */
  public Scenario orphan(long epoch, AccountOperation held) {
    List<Leg> more = new ArrayList<>(orphans);
    more.add(new Leg(TRANSFER.id(), epoch(epoch), held));
    return new Scenario(accounts, more, casts, faults, sweeper, rules, driver, durability);
  }

  /** The same, with a bound on time-outs. */
  public Scenario timeOuts(int times) {
    return with(Fault.TIME_OUT, times);
  }

  /** The same, with a bound on one kind of fault. */
  public Scenario with(Fault fault, int times) {
    return new Scenario(
        accounts,
        orphans,
        casts,
        fault.allowedBy(faults, times),
        sweeper,
        rules,
        driver,
        durability);
  }

  /** The same, with a sweeper. */
  public Scenario swept() {
    return sweptBy(Sweeper.FAITHFUL);
  }

  /** The same, with a sweeper of another kind. */
  public Scenario sweptBy(Sweeper newSweeper) {
    return new Scenario(accounts, orphans, casts, faults, newSweeper, rules, driver, durability);
  }

  /** The same, over a store with other rules. */
  public Scenario over(Store.Rules newRules) {
    return new Scenario(accounts, orphans, casts, faults, sweeper, newRules, driver, durability);
  }

  /** The same, driven otherwise. */
  public Scenario drivenBy(Driver newDriver) {
    return new Scenario(accounts, orphans, casts, faults, sweeper, rules, newDriver, durability);
  }

  /** The same, over a store whose failovers undo what no majority has. */
  public Scenario forgetting(Durability newDurability) {
    return new Scenario(accounts, orphans, casts, faults, sweeper, rules, driver, newDurability);
  }

  public boolean isSwept() {
    return sweeper != Sweeper.NONE;
  }
}
