package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.CONSUMER_UNREADABLE;

import io.twophase.app.audit.AuditProgress.AuditWatch;
import io.twophase.app.audit.AuditProgress.Phase;
import io.twophase.app.audit.AuditProgress.Progress;
import io.twophase.app.audit.Books.DocumentBooks;
import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.app.audit.Finding.Subject.OfOther;
import io.twophase.app.audit.Finding.Subject.OfTransaction;
import io.twophase.app.audit.HoldBooks.HoldConflicts;
import io.twophase.app.audit.RecordBooks.CarriedBooks;
import io.twophase.app.audit.RecordBooks.Reversals;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Answers;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

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

  /** The number of times that the records are read if retention is at work meanwhile. */
  private static final int MOST_READINGS = 3;

  private final Store store;
  private final Duration stuckAfter;

  /**
   * An audit of one store.
   *
   * @param stuckAfter how long an unfinished transaction may be unmodified before it is reported
   */
  public Audit(Store store, Duration stuckAfter) {
    this.store = store;
    this.stuckAfter = stuckAfter;
  }

  /**
   * Reads everything and reports.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AuditReport run() {
    return run(Optional.empty(), new Progress(AuditWatch.NONE));
  }

  /**
   * Reads everything and reports, against a head of the tree of evidence that was kept where nobody
   * could change it: so the audit finds changed records though all leaves that follow from them
   * were changed too.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AuditReport runAgainst(TreeHead kept) {
    return run(Optional.of(Objects.requireNonNull(kept, "kept")), new Progress(AuditWatch.NONE));
  }

  /**
   * Reads everything and reports, and lets itself be watched meanwhile.
   *
   * @param kept a head of the tree of evidence to compare the store with, as {@link #runAgainst}
   *     does; none if nobody has kept one
   * @param watch is told how far the audit is, and may end it
   * @return none if the watch has ended it
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public Optional<AuditReport> run(Optional<TreeHead> kept, AuditWatch watch) {
    Objects.requireNonNull(kept, "kept");
    Progress progress = new Progress(Objects.requireNonNull(watch, "watch"));
    try {
      return Optional.of(run(kept, progress));
    } catch (Progress.EndedException ended) {
      return Optional.empty();
    }
  }

  private AuditReport run(Optional<TreeHead> kept, Progress progress) {
    Keeping keeping = store.records().keeping();
    boolean areAllThere = !keeping.mayHaveExpired();
    Reading read =
        areAllThere ? read(CarriedBooks.NONE, true, progress) : besideRetention(progress);
    Findings findings = new Findings();
    progress.begin(Phase.ACCOUNTS, findings);
    CollectionName accounts = store.accounts().collection();
    HoldBooks held =
        new HoldBooks(store.home(), store.records(), read.books(), findings, new LinkedHashMap<>());
    Books books =
        new Books(
            accounts, read.books(), held, areAllThere || store.carried().isComplete(), findings);
    List<Check> ofHolds = List.of(held, new HoldConflicts(findings), progress);
    Consumer<List<Held>> seen = all -> ofHolds.forEach(check -> check.see(all));
    store.holds().scan(accounts, false, sight -> seen.accept(books.add(sight)));
    progress.begin(Phase.DOCUMENTS);
    DocumentBooks documents = new DocumentBooks(seen, findings);
    store.holds().collections().stream()
        .filter(collection -> !collection.equals(accounts))
        .forEach(collection -> documents.read(collection, store.holds()));
    Optional<TreeHead> head = evidence(kept, keeping, findings, progress);
    progress.begin(Phase.CONCLUSION);
    Stream.of(ofHolds, List.of(books), read.checks()).flatMap(List::stream).forEach(Check::end);
    findings.addAll(read.findings());
    return books.report(head);
  }

  /**
   * Reports what is off in the numbers, if events are on, and in the evidence, if that is on, or
   * there is a head to compare it with.
   */
  private Optional<TreeHead> evidence(
      Optional<TreeHead> kept, Keeping keeping, Findings findings, Progress progress) {
    Findings ofNumbers = new Findings();
    progress.begin(Phase.EVIDENCE, ofNumbers);
    Optional<TreeBooks> tree =
        kept.isPresent() || store.events().evidence().isOn()
            ? Optional.of(new TreeBooks(store, keeping, kept, findings))
            : Optional.empty();
    List<Check> checks = new ArrayList<>(tree.stream().toList());
    if (store.events().isOn()) {
      NumberBooks numbers = new NumberBooks(store, !keeping.mayHaveExpired(), ofNumbers);
      numbers.walk();
      checks.add(numbers);
    }
    OfOther consumers = new OfOther("consumers");
    for (Either<String, EventConsumer> each : store.events().consumers()) {
      each.swap().forEach(fault -> findings.add(CONSUMER_UNREADABLE, consumers, fault));
    }
    if (!checks.isEmpty()) {
      new NumberedPages(Stream.concat(checks.stream(), Stream.of(progress)).toList()).read();
    }
    checks.forEach(Check::end);
    findings.addNumbers(ofNumbers);
    return tree.map(TreeBooks::head);
  }

  /** A pass may carry while the records are read: then they are read again. */
  private Reading besideRetention(Progress progress) {
    CarriedBooks before = CarriedBooks.read(store.carried());
    Reading read = read(before, false, progress);
    for (int reading = 1; reading < MOST_READINGS; reading++) {
      CarriedBooks after = CarriedBooks.read(store.carried());
      if (after.balances().equals(before.balances())) {
        break;
      }
      before = after;
      read = read(before, false, progress);
    }
    return read;
  }

  /** The records as they were read once, and the checks that saw them. */
  private record Reading(RecordBooks books, List<Check> checks, Findings findings) {}

  private Reading read(CarriedBooks before, boolean areAllThere, Progress progress) {
    Findings findings = new Findings();
    progress.beginTransactions(findings);
    RecordBooks books = new RecordBooks(before, findings);
    List<Check> checks =
        List.of(
            books,
            new Stuck(store.records(), stuckAfter, findings, new LinkedHashMap<>()),
            new Reversals(store.records(), areAllThere, findings, new HashMap<>()),
            progress);
    Consumer<Lookup> seen = lookup -> checks.forEach(check -> check.see(lookup));
    store.records().scan(Optional.empty(), seen);
    store.records().scanReceipts(seen);
    return new Reading(books, checks, findings);
  }

  /** Reads all decided records, and shows them to checks with their numbers, page by page. */
  private final class NumberedPages {

    private final List<Check> checks;
    private final Set<RecordId> met = new HashSet<>();
    private final List<TransactionRecord> page = new ArrayList<>();
    private int transactions;

    NumberedPages(List<Check> checks) {
      this.checks = checks;
    }

    void read() {
      store.records().scan(Optional.empty(), this::add);
      show();
    }

    private void add(Lookup lookup) {
      for (TransactionRecord record : lookup.record().stream().toList()) {
        boolean isFirst = lookup.member().isEmpty() || met.add(record.id());
        if (isFirst && record.state().isDecided()) {
          page.add(record);
          transactions += Math.max(1, record.members().size());
          if (transactions >= Check.PAGE) {
            show();
          }
        }
      }
    }

    private void show() {
      List<Optional<Long>> numbers =
          page.isEmpty()
              ? List.of()
              : store.events().numbersOf(page.stream().map(TransactionRecord::id).toList());
      List<Check.Numbered> shown = Answers.map(page, numbers, Check.Numbered::new);
      checks.forEach(check -> check.seeNumbered(shown));
      page.clear();
      transactions = 0;
    }
  }

  /** Checks that no transaction is unfinished and unmodified for long. */
  record Stuck(
      Records stored, Duration stuckAfter, Findings findings, Map<TransactionId, String> stuck)
      implements Check {

    @Override
    public void see(Lookup lookup) {
      lookup
          .transaction()
          .filter(seen -> !seen.state().isFinal() && isStuck(seen, lookup.unmodifiedFor()))
          .ifPresent(
              seen ->
                  stuck.put(
                      seen.id(),
                      Findings.lower(seen.state())
                          + ", unmodified for "
                          + text(lookup.unmodifiedFor())));
    }

    /**
     * An authorization waits for its capture, and is stuck only once it should have been voided.
     */
    private boolean isStuck(Transaction record, Duration unmodifiedFor) {
      Duration stuckFor =
          record
              .expiresAt()
              .filter(expiry -> record.state() == State.AUTHORIZED)
              .map(expiry -> Duration.between(expiry, record.lastModified().plus(unmodifiedFor)))
              .orElse(unmodifiedFor);
      return stuckFor.compareTo(stuckAfter) >= 0;
    }

    /** As durations are written on the command line: 49h3m, 30m or 12s, to the second. */
    static String text(Duration duration) {
      String iso = Duration.ofSeconds(duration.toSeconds()).toString();
      return iso.substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    /** A record that was just closed may be read a moment too old: so each is read once more. */
    @Override
    public void end() {
      for (Lookup lookup : stored.findMembers(List.copyOf(stuck.keySet()))) {
        lookup
            .transaction()
            .filter(transaction -> transaction.state().isFinal())
            .ifPresent(finished -> stuck.remove(finished.id()));
      }
      stuck.forEach(
          (id, detail) -> findings.add(Finding.Kind.STUCK, new OfTransaction(id.value()), detail));
    }
  }
}
