package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.app.simulation.audit.ExpectedTransaction.Move;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps what retention removes, and demands that each was old, was carried before, and has left
 * what the store is set to.
 */
public final class RemovalWatch {

  private final Records records;
  private final CarriedBalanceRepository carried;
  private final InstantSource clock;
  private final Tally tally;
  private final Map<String, Seen> removed = new TreeMap<>();

  RemovalWatch(Store store, InstantSource clock, Tally tally) {
    this.records = store.records();
    this.carried = store.carried();
    this.clock = clock;
    this.tally = tally;
  }

  /** As it was when it was removed. */
  Optional<Transaction> find(String id) {
    return Optional.ofNullable(removed.get(id)).map(Seen::transaction);
  }

  /** All that were removed. */
  List<Transaction> all() {
    return removed.values().stream().map(Seen::transaction).toList();
  }

  /** Its record is not there any more. */
  void gone(Seen seen, Lookup now) {
    Transaction last = seen.transaction();
    Optional<Instant> finished = last.timeline().finishedAt();
    boolean isOld =
        records
            .keeping()
            .keptFor()
            .filter(
                kept -> finished.filter(at -> !at.plus(kept).isAfter(clock.instant())).isPresent())
            .isPresent();
    demand(isOld, last, "was not to be removed yet");
    if (records.keeping().receipts().isPresent()) {
      demand(
          now.receipt().filter(receipt -> isOf(last, receipt)).isPresent(), last, "has left", now);
    }
    if (last.state() == State.DONE) {
      last.accountOperations()
          .forEach(
              operation ->
                  demand(
                      isCarried(seen, operation.account()),
                      last,
                      "is not carried of",
                      operation.account()));
    }
    if (removed.put(last.id().value(), seen) == null) {
      tally.count("removed: " + last.state());
    }
  }

  private static boolean isOf(Transaction last, Receipt receipt) {
    return receipt.epoch().equals(last.epoch())
        && receipt.reason().equals(last.reason())
        && last.timeline().finishedAt().equals(Optional.of(receipt.finishedAt()))
        && receipt.moved().equals(movedOfAtMost(last));
  }

  /** Of one that took as much as there was, and less than was asked for. */
  private static Optional<Long> movedOfAtMost(Transaction last) {
    List<Long> amounts = last.progress().captured().amounts();
    return last.body().isAtMost() && !amounts.isEmpty()
        ? Optional.of(amounts.get(0))
        : Optional.empty();
  }

  /** By where it ended, and where the account's carried balance does. */
  private boolean isCarried(Seen seen, AccountId account) {
    Instant finished = seen.transaction().timeline().finishedAt().orElseThrow();
    return carried
        .find(List.of(account))
        .get(0)
        .get()
        .last()
        .filter(last -> isUpTo(last, finished, seen.decider()))
        .isPresent();
  }

  private static boolean isUpTo(Ending last, Instant finished, RecordId decider) {
    int later = finished.compareTo(last.at());
    return later < 0 || (later == 0 && decider.compareTo(last.record()) <= 0);
  }

  /** Books what is carried, and of what is still there all that is not. */
  void book(Map<String, List<Move>> there, Map<String, Long> balances) {
    for (Map.Entry<String, Long> balance : balances.entrySet()) {
      CarriedBalance sum = carried.find(List.of(new AccountId(balance.getKey()))).get(0).get();
      balance.setValue(Math.addExact(balance.getValue(), sum.sum().longValueExact()));
    }
    there.forEach(
        (id, moves) -> {
          if (!removed.containsKey(id)) {
            Seen seen = look(id);
            moves.stream()
                .filter(move -> !isCarried(seen, new AccountId(move.account())))
                .forEach(move -> ExpectedTransaction.book(List.of(move), balances));
          }
        });
  }

  private Seen look(String id) {
    return Seen.of(records.findMembers(List.of(new TransactionId(id))).get(0)).orElseThrow();
  }
}
