package io.twophase.app.simulation.world;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.NewRecord;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The transaction records as one process reaches them. */
final class SimulatedTransactions implements TransactionRepository {

  private final TransactionRepository store;
  private final World world;
  private final Wire wire;

  SimulatedTransactions(World world, Wire wire) {
    this.store = world.transactions();
    this.world = world;
    this.wire = wire;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    Writing<NewRecord, BeginOutcome> writing =
        new Writing<>(
            "begin",
            store::begin,
            BeginOutcome.IN_DOUBT,
            record -> world.auditor().observeRecord(record.id()),
            (record, exact) -> exact,
            true);
    return wire.write(writing, records);
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    Writing<Transition, MatchOutcome> writing =
        new Writing<>(
            "advance",
            store::advance,
            MatchOutcome.IN_DOUBT,
            transition -> world.auditor().observeRecord(transition.transaction()),
            (transition, exact) -> isLeftSo(transition) ? MatchOutcome.MATCHED : exact,
            true);
    return wire.write(writing, transitions);
  }

  private boolean isLeftSo(Transition transition) {
    return store.find(List.of(transition.transaction())).get(0)
            instanceof TransactionLookup.Found found
        && transition.left(found.record());
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    return wire.read("find records", () -> store.find(ids));
  }

  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return wire.read("find the latest record", () -> List.of(store.findLatest(id))).get(0);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    return wire.read("latest", () -> store.latest(query));
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    return wire.read("unfinished", () -> store.unfinished(query));
  }

  @Override
  public List<TransactionLookup> overdue(int limit) {
    return wire.read("overdue", () -> store.overdue(limit));
  }

  @Override
  public List<TransactionLookup> ended(EndedQuery query) {
    return wire.read("ended", () -> store.ended(query));
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> receipts) {
    Writing<Receipt, MatchOutcome> writing =
        new Writing<>(
            "replace",
            store::replace,
            MatchOutcome.IN_DOUBT,
            receipt -> world.auditor().observeRecord(receipt.id()),
            (receipt, exact) -> exact,
            true);
    return wire.write(writing, receipts);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    return store.removeReceipts(endedFor, limit);
  }

  @Override
  public List<MatchOutcome> remove(List<Transaction> finished) {
    Writing<Transaction, MatchOutcome> writing =
        new Writing<>(
            "remove",
            store::remove,
            MatchOutcome.IN_DOUBT,
            record -> world.auditor().observeRecord(record.id()),
            (record, exact) -> exact,
            true);
    return wire.write(writing, finished);
  }

  @Override
  public Option<ReceiptPeriod> receiptsKept() {
    return store.receiptsKept();
  }

  @Override
  public boolean hasReceiptsOfAllRemoved() {
    return store.hasReceiptsOfAllRemoved();
  }

  @Override
  public Option<Duration> keptFor() {
    return store.keptFor();
  }

  @Override
  public boolean mayHaveExpired() {
    return store.mayHaveExpired();
  }

  @Override
  public void scanReceipts(Consumer<TransactionLookup> consumer) {
    scan("scan receipts", store::scanReceipts, consumer);
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    scan("scan records", store::scan, consumer);
  }

  private void scan(
      String what,
      Consumer<Consumer<TransactionLookup>> scan,
      Consumer<TransactionLookup> consumer) {
    List<TransactionLookup> all = new ArrayList<>();
    wire.read(
        what,
        () -> {
          scan.accept(all::add);
          return all;
        });
    all.forEach(consumer);
  }
}
