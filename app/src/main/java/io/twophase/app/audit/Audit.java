package io.twophase.app.audit;

import io.twophase.app.evidence.LeafReader;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads every account and every transaction record, changes nothing, and adds the books up again
 * from what was recorded: each account's balance must be its opening balance and every operation of
 * every transaction that happened, no more and no less. Conservation alone would be blind to a
 * transfer that is lost or done twice.
 *
 * <p>Documents of hosts are not added up, since anybody may write to them: their holds are checked
 * against the records, and the bounds of their fields against values and holds.
 *
 * <p>Where a pass removes finished records, what it has carried of them counts in their place.
 * Where they may have expired otherwise they do not add up to the balances, so there it checks what
 * is left: each account's figures against its holds, the holds against the records, the sums.
 *
 * <p>Where events are on, the decided records are compared with their numbers; where evidence is
 * kept, with the leaves of its tree.
 *
 * <p>The records are not read at one moment: on a store that is being written to, a transaction
 * caught halfway may be reported. Audit at rest.
 */
public final class Audit {

  /** How often the records are read where retention is at work meanwhile. */
  private static final int MOST_READINGS = 3;

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;
  private final Option<CarriedBalanceRepository> carried;
  private final Option<AuditedDocuments> documents;
  private final Option<EventRepository> events;
  private final Duration stuckAfter;

  /**
   * An audit of one store.
   *
   * @param documents if documents take part in its transactions
   * @param stuckAfter how long an unfinished transaction may be unmodified before it is reported
   */
  public Audit(
      AccountRepository accounts,
      TransactionRepository transactions,
      Option<AuditedDocuments> documents,
      Duration stuckAfter) {
    this(
        accounts, transactions, Option.none(), Option.none(), documents, Option.none(), stuckAfter);
  }

  /**
   * The same, of a store that has batches, and of which retention carries what it removes.
   *
   * @param batches their records
   * @param carried what removed records come to
   * @param events the numbers of its records, and the evidence over them
   */
  public Audit(
      AccountRepository accounts,
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      Option<CarriedBalanceRepository> carried,
      Option<AuditedDocuments> documents,
      Option<EventRepository> events,
      Duration stuckAfter) {
    this.events = events;
    this.accounts = accounts;
    this.transactions = transactions;
    this.batches = batches;
    this.carried = carried;
    this.documents = documents;
    this.stuckAfter = stuckAfter;
  }

  /**
   * Reads everything and reports.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AuditReport run() {
    return run(Option.none());
  }

  /**
   * The same, against a head of the tree of evidence that was kept where nobody could change it: it
   * finds also who has changed records and all leaves that follow from them.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws UnsupportedOperationException if the store keeps no events, and so no evidence
   */
  public AuditReport runAgainst(TreeHead kept) {
    if (events.isEmpty()) {
      throw new UnsupportedOperationException("this store keeps no events");
    }
    return run(Option.some(Objects.requireNonNull(kept, "kept")));
  }

  private AuditReport run(Option<TreeHead> kept) {
    boolean mayHaveExpired = transactions.mayHaveExpired();
    boolean complete = !mayHaveExpired || carried.exists(CarriedBalanceRepository::isComplete);
    Records records = mayHaveExpired ? besideRetention() : records(new CarriedBooks(), true);
    Books books = new Books(records, complete);
    accounts.scan(books::add);
    List<Finding> others = new ArrayList<>(findings(records));
    Option<TreeHead> head = evidence(kept, !mayHaveExpired, others);
    return books.close(transactions, batches, head, others);
  }

  /**
   * What is off in the numbers, where events are on, and in the evidence, where that is on, or
   * there is a head to compare it with.
   */
  private Option<TreeHead> evidence(
      Option<TreeHead> kept, boolean areAllThere, List<Finding> findings) {
    Option<NumberBooks> numbers =
        events
            .filter(EventRepository::isOn)
            .map(on -> new NumberBooks(on, transactions, batches, areAllThere));
    Option<TreeBooks> tree =
        events
            .filter(there -> kept.isDefined() || there.evidence().isOn())
            .map(
                there ->
                    new TreeBooks(
                        there,
                        new LeafReader(transactions, batches),
                        areAllThere,
                        transactions.hasReceiptsOfAllRemoved()));
    numbers.forEach(NumberBooks::walk);
    events.forEach(there -> consumers(there, findings));
    if (numbers.isDefined() || tree.isDefined()) {
      transactions.scan(
          lookup -> {
            numbers.forEach(books -> books.add(lookup));
            tree.forEach(books -> books.add(lookup));
          });
    }
    Leaves leaves = new Leaves();
    tree.forEach(books -> findings.addAll(books.findings(leaves, kept)));
    numbers.forEach(books -> addOthers(books.findings(), findings));
    return tree.map(books -> leaves.head());
  }

  private static void consumers(EventRepository events, List<Finding> findings) {
    for (Either<String, EventConsumer> consumer : events.consumers()) {
      consumer
          .swap()
          .forEach(
              fault ->
                  findings.add(new Finding(Finding.Kind.CONSUMER_UNREADABLE, "consumers", fault)));
    }
  }

  /** What the tree of evidence shows too is told once. */
  private static void addOthers(List<Finding> more, List<Finding> findings) {
    for (Finding each : more) {
      boolean isToldBefore =
          findings.stream()
              .anyMatch(
                  told ->
                      told.id().equals(each.id())
                          && (told.kind() == each.kind()
                              || told.kind() == Finding.Kind.RECORD_REMOVED));
      if (!isToldBefore) {
        findings.add(each);
      }
    }
  }

  /** What a pass carried while the records were read is in them, or not: so they are read again. */
  private Records besideRetention() {
    CarriedBooks before = CarriedBooks.read(carried);
    Records records = records(before, false);
    for (int reading = 1; reading < MOST_READINGS; reading++) {
      CarriedBooks after = CarriedBooks.read(carried);
      if (after.isAsBefore(before)) {
        break;
      }
      before = after;
      records = records(before, false);
    }
    return records;
  }

  private Records records(CarriedBooks books, boolean areAllThere) {
    Records records = new Records(stuckAfter, areAllThere, books);
    transactions.scan(records::add);
    transactions.scanReceipts(records::add);
    return records;
  }

  /** What is off in the documents, in every collection that has ever taken part. */
  private List<Finding> findings(Records records) {
    return documents
        .map(
            there -> {
              DocumentBooks books = new DocumentBooks(there.home(), records);
              there.read(books);
              return books.close(transactions);
            })
        .getOrElse(List::of);
  }
}
