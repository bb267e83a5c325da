package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

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

/** Looks at records after each write, and demands that each change is one that may be. */
public final class RecordWatch {

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
  private final DocumentWatch documents;
  private final RemovalWatch removals;
  private final Tally tally;
  private final Map<String, ExpectedTransaction> asked = new HashMap<>();
  private final Map<String, Seen> seen = new HashMap<>();
  private final Map<RecordId, TransactionRecord> last = new HashMap<>();

  RecordWatch(
      Records records,
      AccountWatch accounts,
      AuthorizationWatch authorizations,
      PeriodWatch periods,
      DocumentWatch documents,
      RemovalWatch removals,
      Tally tally) {
    this.records = records;
    this.accounts = accounts;
    this.authorizations = authorizations;
    this.periods = periods;
    this.documents = documents;
    this.removals = removals;
    this.tally = tally;
  }

  void asked(String id, ExpectedTransaction transaction) {
    asked.put(id, transaction);
  }

  /** As it is, or as it was when retention removed it. */
  public Optional<Transaction> find(String id) {
    return removals.find(id).or(() -> look(id).transaction());
  }

  boolean isRemoved(String id) {
    return removals.find(id).isPresent();
  }

  private Lookup look(String id) {
    return records.findMembers(List.of(new TransactionId(id))).get(0);
  }

  /** A record has changed, and all its members with it. */
  public void observe(RecordId id) {
    for (TransactionRecord record : records.find(List.of(id)).get(0).record().stream().toList()) {
      record.members().forEach(this::observe);
      if (!record.equals(last.put(id, record))) {
        checkHolds(record);
      }
    }
  }

  /** The document of a member has changed, or of a transaction alone. */
  public void observe(TransactionId member) {
    String id = member.value();
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
      seen.put(id, now);
      periods.check(Optional.ofNullable(before).map(Seen::transaction), record);
    }
  }

  /** A member may come late, and its record may be decided by then: without it. */
  private static void checkFirst(Seen now) {
    Transaction record = now.transaction();
    boolean isFresh = record.epoch().value() <= 1 || !now.isAlone();
    boolean isDecided = record.state() == State.APPLIED || record.state() == State.DONE;
    demand(isFresh && !isDecided, now, "begins so");
  }

  private void checkBody(Transaction record) {
    String id = record.id().value();
    if (PeriodWatch.isChangeOfPeriod(record)) {
      asked.putIfAbsent(id, ExpectedTransaction.of());
      return;
    }
    if (record.operations().isEmpty()) {
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
    demand(isAsAsked, id, "is not what was asked:", moves);
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
    if (seenBefore.decider().equals(seenNow.decider())
        && seenBefore.isAlone() == seenNow.isAlone()) {
      demand(isStep(before, now, seenNow.isAlone()), seenBefore, "became", seenNow);
    } else {
      tally.count("members: went on " + (seenNow.isAlone() ? "alone" : "in another record"));
      boolean isFree = before.state() == State.PENDING && isFreed(seenBefore);
      demand(isFree, seenBefore, "became, too early,", seenNow);
    }
    demand(before.body().equals(now.body()), before, "has changed its body:", now);
    demand(
        before.reason().isEmpty() || before.reason().equals(now.reason()),
        before,
        "changed its reason:",
        now);
  }

  /** Members change with their record, which is taken over, excludes others and leaves some out. */
  private static boolean isStep(Transaction before, Transaction now, boolean alone) {
    boolean isAllowed = ALLOWED.get(before.state()).contains(now.state());
    long epochs = now.epoch().value() - before.epoch().value();
    boolean claimed = now.state() == State.PENDING;
    boolean isLeftOut = claimed && now.owner().isEmpty();
    return alone
        ? isAllowed && epochs == (claimed ? 1 : 0)
        : (isAllowed || before.state() == now.state()) && (isLeftOut || epochs == 0 || epochs == 1);
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

  /** What its members come to is held when it is decided, and nothing when it has ended. */
  private void checkHolds(TransactionRecord record) {
    boolean isOfMany = record.id().isOfMany();
    tally.count("records of " + (isOfMany ? "several: " : "one: ") + record.state());
    for (Lookup lookup : records.findMembers(record.members())) {
      for (Transaction member : lookup.transaction().stream().toList()) {
        documents.check(record, member);
        for (AccountOperation operation : member.accountOperations()) {
          Optional<Range> hold = accounts.held(operation.account(), record.id(), record.epoch());
          if (record.state() == State.APPLIED || record.state() == State.AUTHORIZED) {
            Range held = hold.orElse(Range.NONE);
            demand(
                isOfMany ? isEnough(record, operation, held) : isAsAsked(member, operation, held),
                record,
                "is decided, and holds otherwise than it says:",
                operation,
                hold);
          } else if (record.state() == State.DONE || (isOfMany && record.state().isFinal())) {
            demand(hold.isEmpty(), record, "has ended, and still holds", operation, hold);
          }
        }
      }
    }
  }

  /** Of several, what they come to together is held. */
  private boolean isEnough(TransactionRecord record, AccountOperation operation, Range held) {
    long net = accounts.net(record, operation.account());
    return held.debit() >= -net && held.credit() >= net;
  }

  /**
   * As much as was asked for; of one that took what there was, as much as it has decided, and room
   * for that.
   */
  private boolean isAsAsked(Transaction alone, AccountOperation operation, Range held) {
    boolean isAtMost = asked.get(alone.id().value()).atMost();
    long amount = isAtMost ? Math.abs(moved(alone).get(0).amount()) : operation.amount().minor();
    return operation.direction() == Direction.DEBIT
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
              "is not finished at rest:",
              record);
          tally.count(
              "records: "
                  + record.state()
                  + ", "
                  + (record.epoch().value() > 1 ? "taken over" : "by its first owner"));
          if (record.state() == State.DONE) {
            done.put(id, moved(record));
            for (TransactionId reversed : record.body().reverses().stream().toList()) {
              String other = reversals.put(reversed.value(), id);
              demand(other == null, reversed, "is reversed by both of", other, id);
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
}
