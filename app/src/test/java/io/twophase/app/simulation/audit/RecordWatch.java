package io.twophase.app.simulation.audit;

import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.domain.account.Hold;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Looks at records after each write, and demands that each change is one that may be. */
final class RecordWatch {

  private static final Map<State, Set<State>> ALLOWED =
      Map.of(
          State.INITIAL, Set.of(State.PENDING, State.CANCELED),
          State.PENDING, Set.of(State.PENDING, State.AUTHORIZED, State.APPLIED, State.CANCELING),
          State.AUTHORIZED, Set.of(State.AUTHORIZED, State.APPLIED, State.CANCELING),
          State.APPLIED, Set.of(State.DONE),
          State.CANCELING, Set.of(State.CANCELED),
          State.DONE, Set.of(),
          State.CANCELED, Set.of());

  private final TransactionRepository transactions;
  private final AccountWatch accounts;
  private final AuthorizationWatch authorizations;
  private final PeriodWatch periods;
  private final RemovalWatch removals;
  private final Tally tally;
  private final Map<String, ExpectedTransaction> asked = new HashMap<>();
  private final Map<String, Transaction> seen = new HashMap<>();

  RecordWatch(
      TransactionRepository transactions,
      AccountWatch accounts,
      AuthorizationWatch authorizations,
      PeriodWatch periods,
      RemovalWatch removals,
      Tally tally) {
    this.transactions = transactions;
    this.accounts = accounts;
    this.authorizations = authorizations;
    this.periods = periods;
    this.removals = removals;
    this.tally = tally;
  }

  void asked(String id, ExpectedTransaction transaction) {
    asked.put(id, transaction);
  }

  /** As it is, or as it was when retention removed it. */
  Option<Transaction> find(String id) {
    return removals.find(id).orElse(() -> record(look(id)));
  }

  boolean isRemoved(String id) {
    return removals.find(id).isDefined();
  }

  private TransactionLookup look(String id) {
    return transactions.find(List.of(new TransactionId(id))).get(0);
  }

  private static Option<Transaction> record(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Found found
        ? Option.some(found.record())
        : Option.none();
  }

  void observe(String id) {
    TransactionLookup lookup = look(id);
    Option<Transaction> found = record(lookup);
    Transaction before = seen.get(id);
    if (found.isEmpty()) {
      if (before != null) {
        removals.gone(before, lookup);
      }
      return;
    }
    Transaction now = found.get();
    if (!now.equals(before)) {
      demand(removals.find(id).isEmpty(), id, "was removed, and is there again");
      checkBody(now);
      if (before == null) {
        demand(now.epoch().value() <= 1 && !now.state().equals(State.APPLIED), id, "begins " + now);
      } else {
        checkChange(before, now);
        authorizations.check(asked.get(id), before, now);
      }
      checkHolds(now);
      seen.put(id, now);
      periods.check(Option.of(before), now);
    }
  }

  private void checkBody(Transaction record) {
    String id = record.id().value();
    if (PeriodWatch.isChangeOfPeriod(record)) {
      asked.putIfAbsent(id, ExpectedTransaction.of());
      return;
    }
    if (record.accountOperations().isEmpty()) {
      demand(record.state() == State.CANCELED, id, "does nothing, and is not canceled");
      return;
    }
    record
        .body()
        .reverses()
        .map(TransactionId::value)
        .forEach(
            reversed ->
                asked.putIfAbsent(id, ExpectedTransaction.reversing(moved(find(reversed).get()))));
    demand(asked.containsKey(id), id, "was never asked for");
    ExpectedTransaction expected = asked.get(id);
    List<Move> moves = record.accountOperations().stream().map(Move::of).toList();
    boolean isAsAsked =
        record.body().reverses().isDefined()
            ? moves.size() == expected.moves().size() && moves.containsAll(expected.moves())
            : moves.equals(expected.moves());
    demand(isAsAsked, id, "is not what was asked: " + moves);
    demand(record.body().authorization().equals(expected.terms()), id, "has other terms");
  }

  /** How much a decided transaction moves of each operation. */
  List<Long> movedBy(String id) {
    return moved(find(id).get()).stream().map(move -> Math.abs(move.amount())).toList();
  }

  /** What a decided record moves. */
  private List<Move> moved(Transaction record) {
    return AuthorizationWatch.moved(asked.get(record.id().value()), record);
  }

  private static void checkChange(Transaction before, Transaction now) {
    String id = now.id().value();
    String change =
        before.state() + " " + before.epoch() + " to " + now.state() + " " + now.epoch();
    demand(ALLOWED.get(before.state()).contains(now.state()), id, "went from " + change);
    boolean claimed = now.state() == State.PENDING;
    demand(
        now.epoch().value() == before.epoch().value() + (claimed ? 1 : 0),
        id,
        "went from " + change);
    demand(before.body().equals(now.body()), id, "has changed its body");
    demand(
        before.reason().isEmpty() || before.reason().equals(now.reason()),
        id,
        "changed its reason");
  }

  /** All is held when it is decided to happen, and nothing of it when that is done. */
  private void checkHolds(Transaction record) {
    String id = record.id().value();
    for (AccountOperation operation : record.accountOperations()) {
      Option<Hold> hold =
          accounts
              .hold(operation.account().value(), id)
              .filter(held -> held.epoch().value() == record.epoch().value());
      if (record.state() == State.APPLIED || record.state() == State.AUTHORIZED) {
        boolean asAsked =
            hold.exists(
                held ->
                    held.direction() == operation.direction()
                        && held.amount() == toBeHeld(record, operation));
        demand(asAsked, id, "is " + record.state() + ", and does not hold " + operation);
      } else if (record.state() == State.DONE) {
        demand(hold.isEmpty(), id, "is done, and still holds " + operation);
      }
    }
  }

  /** As much as was asked for; or, of one that took what there was, as much as it has decided. */
  private long toBeHeld(Transaction record, AccountOperation operation) {
    ExpectedTransaction expected = asked.get(record.id().value());
    return expected.atMost() && operation.direction() == Direction.DEBIT
        ? Math.abs(moved(record).get(0).amount())
        : operation.amount().minor();
  }

  /** At rest: every record is final. Answers what was moved by those there that happened. */
  Map<String, List<Move>> demandAtRest() {
    Map<String, List<Move>> done = new TreeMap<>();
    Map<String, String> reversals = new HashMap<>();
    transactions.scan(
        lookup -> {
          Transaction record = ((TransactionLookup.Found) lookup).record();
          String id = record.id().value();
          demand(record.equals(seen.get(id)), id, "changed unseen");
          demand(
              record.state() == State.DONE || record.state() == State.CANCELED,
              id,
              "is not finished at rest: " + record);
          tally.count(
              "records: "
                  + record.state()
                  + ", "
                  + (record.epoch().value() > 1 ? "taken over" : "by its first owner"));
          if (record.state() == State.DONE) {
            done.put(id, moved(record));
            for (TransactionId reversed : record.body().reverses()) {
              String other = reversals.put(reversed.value(), id);
              demand(other == null, reversed.value(), "is reversed by " + other + " and by " + id);
            }
          }
        });
    reversals
        .keySet()
        .forEach(
            id ->
                demand(
                    find(id).exists(record -> record.state() == State.DONE),
                    id,
                    "is reversed, and is not done"));
    return done;
  }

  /** Those whose records are there. */
  List<TransactionId> there() {
    List<TransactionId> there = new ArrayList<>();
    transactions.scan(lookup -> there.add(((TransactionLookup.Found) lookup).record().id()));
    return there;
  }

  /** What was moved by those that happened and were removed since. */
  Map<String, List<Move>> removed() {
    Map<String, List<Move>> done = new TreeMap<>();
    for (Transaction record : removals.all()) {
      if (record.state() == State.DONE) {
        done.put(record.id().value(), moved(record));
      }
    }
    return done;
  }

  private static void demand(boolean holds, String id, String otherwise) {
    if (!holds) {
      throw new Violation("transaction " + id + " " + otherwise);
    }
  }
}
