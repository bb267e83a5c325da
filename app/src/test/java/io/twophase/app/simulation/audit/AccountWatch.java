package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Looks at accounts, and demands that their figures add up at every moment. */
public final class AccountWatch {

  private final Store store;
  private final Map<String, Long> atMost = new HashMap<>();
  private final Map<String, Opening> opened = new TreeMap<>();
  private final Map<AccountId, Account> seen = new HashMap<>();

  AccountWatch(Store store) {
    this.store = store;
  }

  void asksAtMost(String transaction, long amount) {
    atMost.put(transaction, amount);
  }

  public void opened(Opening opening) {
    opened.put(opening.id().value(), opening);
  }

  /** The balances before anything has moved. */
  Map<String, Long> openings() {
    Map<String, Long> balances = new TreeMap<>();
    opened.forEach((id, opening) -> balances.put(id, opening.balance().minor()));
    return balances;
  }

  /** What a record holds of an account, at an epoch. */
  Optional<Range> held(AccountId account, RecordId record, Epoch epoch) {
    return find(account)
        .flatMap(
            found ->
                found.holds().stream()
                    .filter(hold -> hold.record().equals(record) && hold.epoch().equals(epoch))
                    .map(Hold::range)
                    .findFirst());
  }

  public void observe(AccountId id) {
    for (Account now : find(id).stream().toList()) {
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
    List<Hold> placed = now.holds().stream().filter(hold -> !has(before, hold.record())).toList();
    boolean oneWrite = placed.size() == 1 && now.holds().size() == before.holds().size() + 1;
    if (oneWrite && placed.get(0).range().debit() > 0) {
      Hold hold = placed.get(0);
      Long most = atMost.get(hold.record().value());
      demand(
          most == null || hold.range().debit() == Math.min(most, before.available().minor()),
          now,
          "does not hold as much as there is by",
          hold);
    }
  }

  private static boolean has(Account account, RecordId record) {
    return account.holds().stream().anyMatch(hold -> hold.record().equals(record));
  }

  /** Money moves where a hold goes of what is decided, at the epoch of the decision; only there. */
  private void checkMove(Account before, Account now) {
    long expected = before.balance().minor();
    for (Hold hold : before.holds()) {
      if (!has(now, hold.record())) {
        expected += moved(now.id(), hold);
      }
    }
    demand(
        now.balance().minor() == expected,
        now,
        "should have, after what it was:",
        expected,
        before);
  }

  /** What the decision moves of what is held; nothing if there is none, or at another epoch. */
  private long moved(AccountId account, Hold hold) {
    return store
        .records()
        .find(List.of(hold.record()))
        .get(0)
        .record()
        .filter(record -> record.epoch().equals(hold.epoch()))
        .map(record -> net(record, account))
        .orElse(0L);
  }

  /** What a record that is decided moves on an account, by all members that are applied. */
  long net(TransactionRecord record, AccountId account) {
    long net = 0;
    for (Lookup lookup : store.records().findMembers(record.members())) {
      boolean isApplied =
          lookup.decider().equals(Optional.of(record.id()))
              && lookup
                  .transaction()
                  .map(Transaction::state)
                  .filter(state -> state == State.APPLIED || state == State.DONE)
                  .isPresent();
      if (isApplied) {
        net += moved(lookup.transaction().orElseThrow(), account);
      }
    }
    return net;
  }

  private static long moved(Transaction member, AccountId account) {
    List<Long> captured = member.progress().captured().amounts();
    long sum = 0;
    for (int at = 0; at < member.accountOperations().size(); at++) {
      AccountOperation operation = member.accountOperations().get(at);
      if (operation.account().equals(account)) {
        long amount = captured.isEmpty() ? operation.amount().minor() : captured.get(at);
        sum += operation.direction() == Direction.DEBIT ? -amount : amount;
      }
    }
    return sum;
  }

  private Optional<Account> find(AccountId id) {
    return store
        .holds()
        .findLatest(new Target.OfAccount(id))
        .stored()
        .flatMap(AccountWatch::account);
  }

  private static Optional<Account> account(Stored stored) {
    return stored.fold(Optional::of, document -> Optional.empty());
  }

  private void check(Account account) {
    Opening figures = opened.get(account.id().value());
    long debits = account.holds().stream().mapToLong(hold -> hold.range().debit()).sum();
    long credits = account.holds().stream().mapToLong(hold -> hold.range().credit()).sum();
    long balance = account.balance().minor();
    demand(balance >= figures.floor().minor(), account, "is below its floor");
    demand(balance <= figures.ceiling().minor(), account, "is above its ceiling");
    demand(
        account.available().minor() == balance - figures.floor().minor() - debits,
        account,
        "available is not balance - floor -",
        debits);
    demand(
        account.receivable().minor() == figures.ceiling().minor() - balance - credits,
        account,
        "receivable is not ceiling - balance -",
        credits);
    demand(account.available().minor() >= 0, account, "available is below zero");
    demand(account.receivable().minor() >= 0, account, "receivable is below zero");
  }

  /** At rest: nothing is held, and the balances are these. */
  void demandAtRest(Map<String, Long> balances, String by) {
    Map<String, Long> found = new TreeMap<>();
    store
        .holds()
        .scan(
            store.accounts().collection(),
            false,
            sight -> {
              Account account = account(sight.stored().orElseThrow()).orElseThrow();
              check(account);
              demand(account.holds().isEmpty(), account, "holds something at rest");
              found.put(account.id().value(), account.balance().minor());
            });
    if (!found.equals(balances)) {
      Map<String, Long> off = new TreeMap<>(found);
      off.entrySet().removeAll(balances.entrySet());
      throw new Violation("balances " + off + " differ from those replayed by " + by);
    }
  }
}
