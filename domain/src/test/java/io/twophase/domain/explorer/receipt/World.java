package io.twophase.domain.explorer.receipt;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * All that there is at a moment.
 *
 * @param slots what is stored under each id
 * @param batch the record of the batch that decides some
 * @param clock how many records have come to their end
 * @param late writes that nobody waits for, on their way
 * @param left how much may still go wrong
 * @param fault what is wrong, if anything is
 */
record World(
    Map<TransactionId, Slot> slots,
    Option<BatchRecord> batch,
    Map<AccountId, Account> accounts,
    Known known,
    List<Client> clients,
    List<Pass> passes,
    int clock,
    List<Write> late,
    Left left,
    Option<String> fault) {

  /**
   * How much may still go wrong, or come from outside.
   *
   * @param timeOuts how many writes may have no answer
   * @param crashes how many clients may die
   * @param deposits how often money may come to A
   * @param retired how many receipts may go in their turn
   */
  record Left(int timeOuts, int crashes, int deposits, int retired) {}

  World with(Map<TransactionId, Slot> newSlots) {
    return new World(newSlots, batch, accounts, known, clients, passes, clock, late, left, fault);
  }

  World withBatch(Option<BatchRecord> newBatch) {
    return new World(slots, newBatch, accounts, known, clients, passes, clock, late, left, fault);
  }

  World withAccounts(Map<AccountId, Account> newAccounts) {
    return new World(slots, batch, newAccounts, known, clients, passes, clock, late, left, fault);
  }

  World with(Known newKnown) {
    return new World(slots, batch, accounts, newKnown, clients, passes, clock, late, left, fault);
  }

  World with(int at, Client client) {
    List<Client> all = new ArrayList<>(clients);
    all.set(at, client);
    return new World(slots, batch, accounts, known, all, passes, clock, late, left, fault);
  }

  World with(int at, Pass pass) {
    List<Pass> all = new ArrayList<>(passes);
    all.set(at, pass);
    return new World(slots, batch, accounts, known, clients, all, clock, late, left, fault);
  }

  World ticking() {
    return new World(slots, batch, accounts, known, clients, passes, clock + 1, late, left, fault);
  }

  World withLate(List<Write> newLate) {
    return new World(slots, batch, accounts, known, clients, passes, clock, newLate, left, fault);
  }

  World with(Left newLeft) {
    return new World(slots, batch, accounts, known, clients, passes, clock, late, newLeft, fault);
  }

  World with(String what) {
    return new World(
        slots, batch, accounts, known, clients, passes, clock, late, left, Option.some(what));
  }

  /** Nobody asks, and nothing is on its way. */
  boolean isAtRest() {
    return late.isEmpty() && clients.stream().allMatch(Client::isIdle);
  }

  int holds() {
    return accounts.values().map(Account::holdCount).sum().intValue();
  }
}
