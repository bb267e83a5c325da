package io.twophase.app.simulation.audit;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks at accounts, and demands that their figures add up at every moment. */
final class AccountWatch {

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Map<String, Long> atMost = new HashMap<>();
  private final Map<String, Figures> opened = new TreeMap<>();
  private final Map<AccountId, Account> seen = new HashMap<>();

  AccountWatch(AccountRepository accounts, TransactionRepository transactions) {
    this.accounts = accounts;
    this.transactions = transactions;
  }

  void asksAtMost(String transaction, long amount) {
    atMost.put(transaction, amount);
  }

  void opened(String id, Figures figures) {
    opened.put(id, figures);
  }

  /** The balances before anything has moved. */
  Map<String, Long> openings() {
    Map<String, Long> balances = new TreeMap<>();
    opened.forEach((id, figures) -> balances.put(id, figures.opening()));
    return balances;
  }

  Option<Hold> hold(String account, String transaction) {
    return find(new AccountId(account))
        .flatMap(
            found ->
                Option.ofOptional(
                    found
                        .holds()
                        .values()
                        .toJavaStream()
                        .filter(hold -> hold.transaction().value().equals(transaction))
                        .findFirst()));
  }

  void observe(AccountId id) {
    for (Account now : find(id)) {
      check(now);
      Account before = seen.put(id, now);
      if (before != null) {
        checkMove(before, now);
        checkAtMost(before, now);
      }
    }
  }

  /** Who takes as much as there is holds that: all that was available, or all that it asked for. */
  private void checkAtMost(Account before, Account now) {
    List<Hold> placed =
        now.holds()
            .values()
            .toJavaStream()
            .filter(hold -> !before.holds().containsKey(hold.transaction()))
            .toList();
    boolean oneWrite = placed.size() == 1 && now.holds().size() == before.holds().size() + 1;
    if (oneWrite && placed.get(0).direction() == Direction.DEBIT) {
      Hold hold = placed.get(0);
      Long most = atMost.get(hold.transaction().value());
      demand(
          most == null || hold.amount() == Math.min(most, before.available()),
          now,
          "does not hold as much as there is by " + hold);
    }
  }

  /** Money moves where a hold goes of what is decided, at the epoch of the decision; only there. */
  private void checkMove(Account before, Account now) {
    long expected = before.balance();
    for (Hold hold : before.holds().values()) {
      boolean gone = !now.holds().containsKey(hold.transaction());
      if (gone) {
        expected += moved(now.id(), hold);
      }
    }
    demand(now.balance() == expected, now, "should have " + expected + " after " + before);
  }

  /** What the decision moves of what is held; nothing if there is none, or at another epoch. */
  private long moved(AccountId account, Hold hold) {
    if (!(transactions.find(List.of(hold.transaction())).get(0)
            instanceof TransactionLookup.Found found)
        || !isDecidedAt(found.record(), hold)) {
      return 0;
    }
    long amount = captured(found.record(), account).getOrElse(hold.amount());
    return hold.direction() == Direction.DEBIT ? -amount : amount;
  }

  private static boolean isDecidedAt(Transaction record, Hold hold) {
    return (record.state() == State.APPLIED || record.state() == State.DONE)
        && record.epoch().value() == hold.epoch().value();
  }

  private static Option<Long> captured(Transaction record, AccountId account) {
    List<Long> amounts = record.progress().captured().amounts();
    for (int at = 0; at < amounts.size(); at++) {
      if (record.accountOperations().get(at).account().equals(account)) {
        return Option.some(amounts.get(at));
      }
    }
    return Option.none();
  }

  private Option<Account> find(AccountId id) {
    return accounts.find(List.of(id)).get(0) instanceof AccountLookup.Found found
        ? Option.some(found.account())
        : Option.none();
  }

  private void check(Account account) {
    Figures figures = opened.get(account.id().value());
    long debits = held(account, Direction.DEBIT);
    long credits = held(account, Direction.CREDIT);
    long balance = account.balance();
    demand(balance >= figures.floor(), account, "is below its floor");
    demand(balance <= figures.ceiling(), account, "is above its ceiling " + figures.ceiling());
    demand(
        account.available() == balance - figures.floor() - debits,
        account,
        "available is not balance - floor - " + debits);
    demand(
        account.receivable() == figures.ceiling() - balance - credits,
        account,
        "receivable is not ceiling - balance - " + credits);
    demand(account.available() >= 0, account, "available is below zero");
    demand(account.receivable() >= 0, account, "receivable is below zero");
  }

  private static long held(Account account, Direction direction) {
    long sum = 0;
    for (Hold hold : account.holds().values()) {
      if (hold.direction() == direction) {
        sum += hold.amount();
      }
    }
    return sum;
  }

  /** At rest: nothing is held, and the balances are these. */
  void demandAtRest(Map<String, Long> balances, String by) {
    Map<String, Long> found = new TreeMap<>();
    accounts.scan(
        lookup -> {
          Account account = ((AccountLookup.Found) lookup).account();
          check(account);
          demand(account.holds().isEmpty(), account, "holds something at rest");
          found.put(account.id().value(), account.balance());
        });
    if (!found.equals(balances)) {
      Map<String, Long> off = new TreeMap<>(found);
      off.entrySet().removeAll(balances.entrySet());
      throw new Violation("balances " + off + " differ from those replayed by " + by);
    }
  }

  private static void demand(boolean holds, Account account, String otherwise) {
    if (!holds) {
      throw new Violation("account " + otherwise + ": " + account);
    }
  }
}
