package io.twophase.adapter.inmemory;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberView;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.EventRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.ReadLimit;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The transaction records in a concurrent map. Each transition is a compare-and-set on one record,
 * by {@link Transition#apply}. Nothing here is ever in doubt, unreachable or unreadable.
 */
public final class InMemoryTransactionRepository implements TransactionRepository {

  private static final Comparator<TransactionLookup.Found> NEWEST_FIRST =
      Comparator.comparing(
          TransactionLookup.Found::record,
          Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id));

  private static final Comparator<Transaction> OLDEST_FIRST =
      Comparator.comparing(Transaction::lastModified).thenComparing(Transaction::id);

  private static final Comparator<Transaction> EXPIRED_FIRST =
      Comparator.comparing((Transaction record) -> record.expiresAt().get())
          .thenComparing(Transaction::id);

  private static final Comparator<Transaction> ENDED_FIRST =
      Comparator.comparing((Transaction record) -> record.timeline().finishedAt().get())
          .thenComparing(Transaction::id);

  private static final Comparator<Receipt> FINISHED_FIRST =
      Comparator.comparing(Receipt::finishedAt).thenComparing(Receipt::id);

  private final InMemoryEntries records;
  private final Option<Duration> keptFor;
  private final Option<ReceiptPeriod> receipts;
  private final EventRepository events;

  /** An empty one, whose records are stamped by {@code clock} and kept for ever. */
  public InMemoryTransactionRepository(InstantSource clock) {
    this(clock, Option.none());
  }

  /** The same; finished records, and batches, are for retention to remove after that time. */
  public InMemoryTransactionRepository(InstantSource clock, Option<Duration> keptFor) {
    this(clock, keptFor, Option.none());
  }

  /** The same; what retention removes leaves a receipt, for that time. */
  public InMemoryTransactionRepository(
      InstantSource clock, Option<Duration> keptFor, Option<ReceiptPeriod> receipts) {
    this.receipts = receipts;
    this.records = new InMemoryEntries(clock);
    this.keptFor = keptFor;
    this.events = new InMemoryEventRepository(records.decisions());
  }

  /** The batches and their members, which are kept with these records. */
  public BatchRepository batches() {
    return new InMemoryBatchRepository(records, keptFor);
  }

  /** The numbers of these records, and of the batches. */
  public EventRepository events() {
    return events;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> begun) {
    Instant now = records.now();
    List<BeginOutcome> outcomes = new ArrayList<>(begun.size());
    for (NewRecord record : begun) {
      outcomes.add(records.insert(record.id().value(), new Entry.Lone(record.stored(now))));
    }
    return outcomes;
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    Instant now = records.now();
    List<MatchOutcome> outcomes = new ArrayList<>(transitions.size());
    for (Transition transition : transitions) {
      outcomes.add(
          records.change(
              transition.transaction().value(),
              entry ->
                  entry
                      .lone()
                      .flatMap(record -> transition.apply(record, now).toOption())
                      .map(Entry.Lone::new)));
    }
    return outcomes;
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> wanted) {
    Instant now = records.now();
    List<TransactionLookup> lookups = new ArrayList<>(wanted.size());
    for (TransactionId id : wanted) {
      lookups.add(find(id, now));
    }
    return lookups;
  }

  private TransactionLookup find(TransactionId id, Instant now) {
    Option<Entry> entry = records.get(id.value());
    if (entry.isEmpty()) {
      return new TransactionLookup.Absent(id);
    }
    if (entry.get() instanceof Entry.OfRemoved removed) {
      return new TransactionLookup.Removed(removed.receipt());
    }
    return shown(entry.get(), now)
        .<TransactionLookup>map(found -> found)
        .getOrElse(
            () -> new TransactionLookup.Unreadable(id.value(), "it is the record of a batch"));
  }

  /** A transaction, or the transfer of a batch; none of the record of a batch. */
  private Option<TransactionLookup.Found> shown(Entry entry, Instant now) {
    if (entry instanceof Entry.Member member) {
      MemberDocument document = member.document();
      Transaction view = MemberView.of(document, records.batch(document.batch()), member.begunAt());
      return Option.some(
          new TransactionLookup.Found(
              view,
              InMemoryEntries.since(view.lastModified(), now),
              Option.some(document.batch())));
    }
    return entry
        .lone()
        .map(
            record ->
                new TransactionLookup.Found(
                    record, InMemoryEntries.since(record.lastModified(), now)));
  }

  /** As any read: there is one copy of it all. */
  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return find(List.of(id)).get(0);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    Instant now = records.now();
    PriorityQueue<TransactionLookup.Found> newest = new PriorityQueue<>(NEWEST_FIRST.reversed());
    records.forEach(
        (id, entry) -> {
          if (entry.lone().isDefined() || query.state().isEmpty()) {
            shown(entry, now)
                .filter(found -> isAskedFor(found.record(), query))
                .forEach(newest::add);
          }
          if (newest.size() > query.limit()) {
            newest.remove();
          }
        });
    return newest.stream().sorted(NEWEST_FIRST).<TransactionLookup>map(found -> found).toList();
  }

  private static boolean isAskedFor(Transaction record, TransactionQuery query) {
    return query.state().forAll(state -> state == record.state()) && query.asksFor(record.body());
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    return first(
        OLDEST_FIRST, query.skip(), query.limit(), (record, now) -> isAskedFor(record, query, now));
  }

  /** The first, in that order, of the lone records that are asked for, with some left out. */
  private List<TransactionLookup> first(
      Comparator<Transaction> order,
      int skip,
      int limit,
      BiPredicate<Transaction, Instant> isAskedFor) {
    Instant now = records.now();
    PriorityQueue<Transaction> first = new PriorityQueue<>(order.reversed());
    records.forEach(
        (id, entry) -> {
          entry.lone().filter(record -> isAskedFor.test(record, now)).forEach(first::add);
          if (first.size() > (long) skip + limit) {
            first.remove();
          }
        });
    return first.stream()
        .sorted(order)
        .skip(skip)
        .<TransactionLookup>map(
            record ->
                new TransactionLookup.Found(
                    record, InMemoryEntries.since(record.lastModified(), now)))
        .toList();
  }

  private static boolean isAskedFor(Transaction record, UnfinishedQuery query, Instant now) {
    return !record.state().isFinal()
        && record.state() != State.AUTHORIZED
        && !record.lastModified().plus(query.unmodifiedFor()).isAfter(now)
        && query.application().forAll(record.application()::contains)
        && query.after().forAll(place -> comesAfter(record, place));
  }

  @Override
  public List<TransactionLookup> overdue(int limit) {
    ReadLimit.require(limit);
    return first(EXPIRED_FIRST, 0, limit, Transaction::isOverdueAt);
  }

  @Override
  public List<TransactionLookup> ended(EndedQuery query) {
    return first(
        ENDED_FIRST, query.skip(), query.limit(), (record, now) -> isAskedFor(record, query, now));
  }

  private static boolean isAskedFor(Transaction record, EndedQuery query, Instant now) {
    return record
        .timeline()
        .finishedAt()
        .exists(
            ended ->
                record.state().isFinal()
                    && !ended.plus(query.endedFor()).isAfter(now)
                    && query.after().forAll(place -> comesAfter(ended, record.id(), place)));
  }

  private static boolean comesAfter(Instant ended, TransactionId id, EndedQuery.Place place) {
    int later = ended.compareTo(place.finishedAt());
    return later > 0 || (later == 0 && id.compareTo(place.id()) > 0);
  }

  @Override
  public List<MatchOutcome> remove(List<Transaction> finished) {
    return finished.stream()
        .map(
            given ->
                records.remove(
                    given.id().value(),
                    entry -> entry.lone().exists(stored -> isAsFinished(stored, given))))
        .toList();
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> given) {
    return given.stream()
        .map(
            receipt ->
                records.change(
                    receipt.id().value(),
                    entry ->
                        entry
                            .lone()
                            .filter(stored -> isAsFinished(stored, receipt.finishedAt()))
                            .map(stored -> new Entry.OfRemoved(receipt))))
        .toList();
  }

  private static boolean isAsFinished(Transaction stored, Instant finishedAt) {
    return stored.state().isFinal() && stored.timeline().finishedAt().contains(finishedAt);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    ReadLimit.require(limit);
    Instant now = records.now();
    List<Receipt> ended = new ArrayList<>();
    records.forEach(
        (id, entry) -> {
          if (entry instanceof Entry.OfRemoved removed
              && !removed.receipt().finishedAt().plus(endedFor).isAfter(now)) {
            ended.add(removed.receipt());
          }
        });
    List<Receipt> going = ended.stream().sorted(FINISHED_FIRST).limit(limit).toList();
    going.forEach(
        receipt ->
            records.remove(
                receipt.id().value(), entry -> entry.equals(new Entry.OfRemoved(receipt))));
    return going.size();
  }

  @Override
  public Option<ReceiptPeriod> receiptsKept() {
    return receipts;
  }

  @Override
  public boolean hasReceiptsOfAllRemoved() {
    return receipts.contains(ReceiptPeriod.FOR_EVER);
  }

  private static boolean isAsFinished(Transaction stored, Transaction given) {
    return stored.state().isFinal()
        && stored.timeline().finishedAt().isDefined()
        && stored.timeline().finishedAt().equals(given.timeline().finishedAt());
  }

  @Override
  public Option<Duration> keptFor() {
    return keptFor;
  }

  @Override
  public boolean mayHaveExpired() {
    return keptFor.isDefined();
  }

  private static boolean comesAfter(Transaction record, UnfinishedQuery.Place place) {
    int later = record.lastModified().compareTo(place.lastModified());
    return later > 0 || (later == 0 && record.id().compareTo(place.id()) > 0);
  }

  @Override
  public void scanReceipts(Consumer<TransactionLookup> consumer) {
    find(sorted(entry -> entry instanceof Entry.OfRemoved)).stream()
        .filter(TransactionLookup.Removed.class::isInstance)
        .forEach(consumer);
  }

  private List<TransactionId> sorted(Predicate<Entry> wanted) {
    List<TransactionId> sorted = new ArrayList<>();
    records.forEach(
        (id, entry) -> {
          if (wanted.test(entry)) {
            sorted.add(new TransactionId(id));
          }
        });
    sorted.sort(Comparator.naturalOrder());
    return sorted;
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    for (TransactionId id :
        sorted(entry -> entry.batch().isEmpty() && !(entry instanceof Entry.OfRemoved))) {
      records.get(id.value()).flatMap(entry -> shown(entry, records.now())).forEach(consumer);
    }
  }
}
