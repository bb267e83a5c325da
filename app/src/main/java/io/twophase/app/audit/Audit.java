package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.CONSUMER_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.RECORD_REMOVED;

import io.twophase.app.event.LeafReader;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Home;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads every account and every transaction, changes nothing, and adds the books up again from what
 * was recorded: each account's balance must be its opening balance and every operation of every
 * transaction that happened, no more and no less. Conservation alone would be blind to a transfer
 * that is lost or done twice.
 *
 * <p>Documents of hosts are not added up, since anybody may write to them: the audit checks their
 * holds against the records, and the bounds of their fields against values and holds.
 *
 * <p>If a pass of retention has removed records, the balances that it has carried count in their
 * place. If records may have expired otherwise, then they do not add up to the balances, and the
 * audit checks the rest: each account's figures against its holds, the holds against the records,
 * the sums.
 *
 * <p>If events are on, the audit compares the decided records with their numbers; if evidence is
 * kept, with the leaves of its tree.
 *
 * <p>The records are not read at one moment: on a store that is being written to, a transaction
 * caught halfway may be reported. Audit at rest.
 */
public final class Audit {

  /** How often the records are read where retention is at work meanwhile. */
  private static final int MOST_READINGS = 3;

  private final Home home;
  private final CollectionName accounts;
  private final Holds holds;
  private final Records records;
  private final CarriedBalanceRepository carried;
  private final EventRepository events;
  private final Duration stuckAfter;

  /**
   * An audit of one store.
   *
   * @param stuckAfter how long an unfinished transaction may be unmodified before it is reported
   */
  public Audit(Store store, Duration stuckAfter) {
    this.home = store.home();
    this.accounts = store.accounts().collection();
    this.holds = store.holds();
    this.records = store.records();
    this.carried = store.carried();
    this.events = store.events();
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
   * Reads everything and reports, against a head of the tree of evidence that was kept where nobody
   * could change it: so the audit finds changed records though all leaves that follow from them
   * were changed too.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AuditReport runAgainst(TreeHead kept) {
    return run(Option.some(Objects.requireNonNull(kept, "kept")));
  }

  private AuditReport run(Option<TreeHead> kept) {
    Keeping keeping = records.keeping();
    boolean areAllThere = !keeping.mayHaveExpired();
    RecordBooks read = areAllThere ? books(new CarriedBooks(), true) : besideRetention();
    HoldBooks held = new HoldBooks(home, read);
    Books books = new Books(accounts, read, held, areAllThere || carried.isComplete());
    holds.scan(accounts, false, books::add);
    DocumentBooks documents = new DocumentBooks(held);
    holds.collections().stream()
        .filter(collection -> !collection.equals(accounts))
        .forEach(collection -> documents.read(collection, holds));
    List<Finding> others = new ArrayList<>(documents.findings());
    Option<TreeHead> head = evidence(kept, keeping, others);
    return books.close(records, head, others);
  }

  /**
   * Reports what is off in the numbers, if events are on, and in the evidence, if that is on, or
   * there is a head to compare it with.
   */
  private Option<TreeHead> evidence(
      Option<TreeHead> kept, Keeping keeping, List<Finding> findings) {
    boolean areAllThere = !keeping.mayHaveExpired();
    Option<NumberBooks> numbers =
        Option.when(events.isOn(), () -> new NumberBooks(events, records, areAllThere));
    Option<TreeBooks> tree =
        Option.when(
            kept.isDefined() || events.evidence().isOn(),
            () ->
                new TreeBooks(
                    events,
                    new LeafReader(records),
                    areAllThere,
                    keeping.hasReceiptsOfAllRemoved()));
    numbers.forEach(NumberBooks::walk);
    consumers(findings);
    if (numbers.isDefined() || tree.isDefined()) {
      records.scan(
          Option.none(),
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

  private void consumers(List<Finding> findings) {
    for (Either<String, EventConsumer> consumer : events.consumers()) {
      consumer
          .swap()
          .forEach(fault -> findings.add(new Finding(CONSUMER_UNREADABLE, "consumers", fault)));
    }
  }

  /** Adds what the tree of evidence has not shown yet. */
  private static void addOthers(List<Finding> more, List<Finding> findings) {
    for (Finding each : more) {
      boolean isToldBefore =
          findings.stream()
              .anyMatch(
                  told ->
                      told.id().equals(each.id())
                          && (told.kind() == each.kind() || told.kind() == RECORD_REMOVED));
      if (!isToldBefore) {
        findings.add(each);
      }
    }
  }

  /** A pass may carry while the records are read: then they are read again. */
  private RecordBooks besideRetention() {
    CarriedBooks before = CarriedBooks.read(carried);
    RecordBooks read = books(before, false);
    for (int reading = 1; reading < MOST_READINGS; reading++) {
      CarriedBooks after = CarriedBooks.read(carried);
      if (after.isAsBefore(before)) {
        break;
      }
      before = after;
      read = books(before, false);
    }
    return read;
  }

  private RecordBooks books(CarriedBooks before, boolean areAllThere) {
    RecordBooks books = new RecordBooks(stuckAfter, areAllThere, before);
    records.scan(Option.none(), books::add);
    records.scanReceipts(books::add);
    return books;
  }
}
