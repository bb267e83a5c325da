package io.twophase.app.simulation.audit;

import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

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

  private final Records records;
  private final AccountWatch accounts;
  private final AuthorizationWatch authorizations;
  private final PeriodWatch periods;
  private final RemovalWatch removals;
  private final Tally tally;
  private final Map<String, ExpectedTransaction> asked = new HashMap<>();
  private final Map<String, Seen> seen = new HashMap<>();
  private final Map<RecordId, TransactionRecord> several = new HashMap<>();

  RecordWatch(
      Records records,
      AccountWatch accounts,
      AuthorizationWatch authorizations,
      PeriodWatch periods,
      RemovalWatch removals,
      Tally tally) {
    this.records = records;
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
  Optional<Transaction> find(String id) {
    return removals.find(id).or(() -> look(id).transaction());
  }

  boolean isRemoved(String id) {
    return removals.find(id).isPresent();
  }

  private Lookup look(String id) {
    return records.findMembers(List.of(new TransactionId(id))).get(0);
  }

  /** A record has changed, and all its members with it. */
  void observe(RecordId id) {
    for (TransactionRecord record : records.find(List.of(id)).get(0).record().stream().toList()) {
      record.members().forEach(member -> observe(member.value()));
      if (id.isOfMany() && !record.equals(several.put(id, record))) {
        checkHolds(record);
      }
    }
  }

  void observe(String id) {
    Lookup lookup = look(id);
    Optional<Seen> found = Seen.of(lookup);
    Seen before = seen.get(id);
    if (found.isEmpty()) {
      if (before != null) {
        removals.gone(before, lookup);
      }
      return;
    }
    Seen now = found.orElseThrow();
    Transaction record = now.transaction();
    if (!now.equals(before)) {
      demand(removals.find(id).isEmpty(), id, "was removed, and is there again");
      checkBody(record);
      if (before == null) {
        checkFirst(now);
      } else {
        checkChange(before, now);
        authorizations.check(asked.get(id), before.transaction(), record);
      }
      if (now.isAlone()) {
        checkHolds(record);
      }
      seen.put(id, now);
      periods.check(Optional.ofNullable(before).map(Seen::transaction), record);
    }
  }

  /** A member may come late, and its record may be decided by then: without it. */
  private static void checkFirst(Seen now) {
    Transaction record = now.transaction();
    boolean isFresh = record.epoch().value() <= 1 || !now.isAlone();
    boolean isDecided = record.state() == State.APPLIED || record.state() == State.DONE;
    demand(isFresh && !isDecided, record.id().value(), () -> "begins " + now);
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
        .ifPresent(
            reversed ->
                asked.putIfAbsent(
                    id, ExpectedTransaction.reversing(moved(find(reversed).orElseThrow()))));
    demand(asked.containsKey(id), id, "was never asked for");
    ExpectedTransaction expected = asked.get(id);
    List<Move> moves = record.accountOperations().stream().map(Move::of).toList();
    boolean isAsAsked =
        record.body().reverses().isPresent()
            ? moves.size() == expected.moves().size() && moves.containsAll(expected.moves())
            : moves.equals(expected.moves());
    demand(isAsAsked, id, () -> "is not what was asked: " + moves);
    demand(record.body().authorization().equals(expected.terms()), id, "has other terms");
  }

  /** How much a decided transaction moves of each operation. */
  List<Long> movedBy(String id) {
    return moved(find(id).orElseThrow()).stream().map(move -> Math.abs(move.amount())).toList();
  }

  /** What a decided record moves. */
  private List<Move> moved(Transaction record) {
    return AuthorizationWatch.moved(asked.get(record.id().value()), record);
  }

  private void checkChange(Seen seenBefore, Seen seenNow) {
    Transaction before = seenBefore.transaction();
    Transaction now = seenNow.transaction();
    String id = now.id().value();
    Supplier<String> change = () -> "went from " + seenBefore + " to " + seenNow;
    if (seenBefore.decider().equals(seenNow.decider())
        && seenBefore.isAlone() == seenNow.isAlone()) {
      checkSteps(before, now, seenNow.isAlone(), change);
    } else {
      tally.count("members: went on " + (seenNow.isAlone() ? "alone" : "in another record"));
      demand(
          before.state() == State.PENDING && isFreed(seenBefore),
          id,
          () -> change.get() + ", too early");
    }
    demand(before.body().equals(now.body()), id, "has changed its body");
    demand(
        before.reason().isEmpty() || before.reason().equals(now.reason()),
        id,
        "changed its reason");
  }

  /** Members change with their record, which is taken over, excludes others and leaves some out. */
  private static void checkSteps(
      Transaction before, Transaction now, boolean alone, Supplier<String> change) {
    String id = now.id().value();
    boolean isStep = ALLOWED.get(before.state()).contains(now.state());
    demand(isStep || (!alone && before.state() == now.state()), id, change);
    long epochs = now.epoch().value() - before.epoch().value();
    boolean claimed = now.state() == State.PENDING;
    boolean isLeftOut = !alone && claimed && now.owner().isEmpty();
    demand(
        alone ? epochs == (claimed ? 1 : 0) : isLeftOut || epochs == 0 || epochs == 1, id, change);
  }

  /** A record that has ended frees whom it has left out, and one that does not list it, anybody. */
  private boolean isFreed(Seen before) {
    TransactionId id = before.transaction().id();
    return records
        .find(List.of(before.decider()))
        .get(0)
        .record()
        .map(
            record ->
                !record.members().contains(id)
                    || (record.endedAt().isPresent()
                        && record.verdict().left().contains(id)
                        && !record.excluded().containsKey(id)))
        .orElse(true);
  }

  /** All is held when it is decided to happen, and nothing of it when that is done. */
  private void checkHolds(Transaction record) {
    String id = record.id().value();
    for (AccountOperation operation : record.accountOperations()) {
      Optional<Range> hold =
          accounts.held(operation.account(), RecordId.of(record.id()), record.epoch());
      if (record.state() == State.APPLIED || record.state() == State.AUTHORIZED) {
        demand(
            hold.filter(held -> isAsAsked(record, operation, held)).isPresent(),
            id,
            () -> "is " + record.state() + ", and holds " + hold + " for " + operation);
      } else if (record.state() == State.DONE) {
        demand(hold.isEmpty(), id, () -> "is done, and still holds " + operation);
      }
    }
  }

  /** Of several, what they come to together is held. */
  private void checkHolds(TransactionRecord record) {
    tally.count("records of several: " + record.state());
    for (Lookup member : records.findMembers(record.members())) {
      for (AccountOperation operation :
          member.transaction().stream().toList().stream()
              .flatMap(it -> it.accountOperations().stream())
              .toList()) {
        Optional<Range> hold = accounts.held(operation.account(), record.id(), record.epoch());
        long net = accounts.net(record, operation.account());
        if (record.state() == State.APPLIED) {
          demand(
              hold.orElse(Range.NONE).debit() >= -net && hold.orElse(Range.NONE).credit() >= net,
              record.id().value(),
              () -> "moves " + net + " of " + operation.account() + ", and holds " + hold);
        } else if (record.state().isFinal()) {
          demand(hold.isEmpty(), record.id().value(), () -> "has ended, and still holds " + hold);
        }
      }
    }
  }

  /**
   * As much as was asked for; of one that took what there was, as much as it has decided, and room
   * for that.
   */
  private boolean isAsAsked(Transaction record, AccountOperation operation, Range held) {
    boolean isDebit = operation.direction() == Direction.DEBIT;
    boolean isAtMost = asked.get(record.id().value()).atMost();
    long amount = isAtMost ? Math.abs(moved(record).get(0).amount()) : operation.amount().minor();
    return isDebit
        ? held.debit() == amount && held.credit() == 0
        : held.debit() == 0 && (isAtMost ? held.credit() >= amount : held.credit() == amount);
  }

  /** At rest: every record is final. Answers what was moved by those there that happened. */
  Map<String, List<Move>> demandAtRest() {
    Map<String, List<Move>> done = new TreeMap<>();
    Map<String, String> reversals = new HashMap<>();
    records.scan(
        Optional.empty(),
        lookup -> {
          Transaction record = lookup.transaction().orElseThrow();
          String id = record.id().value();
          demand(Seen.of(lookup).equals(Optional.of(seen.get(id))), id, "changed unseen");
          demand(
              record.state() == State.DONE || record.state() == State.CANCELED,
              id,
              () -> "is not finished at rest: " + record);
          tally.count(
              "records: "
                  + record.state()
                  + ", "
                  + (record.epoch().value() > 1 ? "taken over" : "by its first owner"));
          if (record.state() == State.DONE) {
            done.put(id, moved(record));
            for (TransactionId reversed : record.body().reverses().stream().toList()) {
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
                    find(id).filter(record -> record.state() == State.DONE).isPresent(),
                    id,
                    "is reversed, and is not done"));
    return done;
  }

  /** Those whose records are there. */
  List<TransactionId> there() {
    List<TransactionId> there = new ArrayList<>();
    records.scan(Optional.empty(), lookup -> there.add(new TransactionId(lookup.id())));
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
    demand(holds, id, () -> otherwise);
  }

  /** A text of a record takes longer than the check of it. */
  private static void demand(boolean holds, String id, Supplier<String> otherwise) {
    if (!holds) {
      throw new Violation("transaction " + id + " " + otherwise.get());
    }
  }
}
