package io.twophase.adapter.inmemory;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * The transaction records in a concurrent map. Each transition is a compare-and-set on one record,
 * by {@link Transition#apply}. Nothing here is ever in doubt, unreachable or unreadable.
 */
public final class InMemoryTransactionRepository implements TransactionRepository {

  private static final Comparator<Transaction> NEWEST_FIRST =
      Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id);

  private static final Comparator<Transaction> OLDEST_FIRST =
      Comparator.comparing(Transaction::lastModified).thenComparing(Transaction::id);

  private final InstantSource clock;
  private final ConcurrentMap<TransactionId, Stored<Transaction>> records =
      new ConcurrentHashMap<>();

  /** An empty one, whose records are stamped by {@code clock}. */
  public InMemoryTransactionRepository(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> begun) {
    Instant now = now();
    List<BeginOutcome> outcomes = new ArrayList<>(begun.size());
    for (NewRecord record : begun) {
      outcomes.add(begin(record.id(), record.stored(now)));
    }
    return outcomes;
  }

  private BeginOutcome begin(TransactionId id, Transaction record) {
    return records.putIfAbsent(id, new Stored<>(record)) == null
        ? BeginOutcome.BEGUN
        : BeginOutcome.ID_TAKEN;
  }

  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    Instant now = now();
    List<MatchOutcome> outcomes = new ArrayList<>(transitions.size());
    for (Transition transition : transitions) {
      outcomes.add(advance(transition, now));
    }
    return outcomes;
  }

  private MatchOutcome advance(Transition transition, Instant now) {
    Stored<Transaction> stored = records.get(transition.transaction());
    if (stored == null) {
      return MatchOutcome.NOT_MATCHED;
    }
    while (true) {
      Transaction before = stored.value();
      Either<Transition.NotApplicable, Transaction> moved = transition.apply(before, now);
      if (moved.isLeft()) {
        return MatchOutcome.NOT_MATCHED;
      }
      if (stored.replace(before, moved.get())) {
        return MatchOutcome.MATCHED;
      }
    }
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> wanted) {
    Instant now = now();
    List<TransactionLookup> lookups = new ArrayList<>(wanted.size());
    for (TransactionId id : wanted) {
      Stored<Transaction> record = records.get(id);
      lookups.add(record == null ? new TransactionLookup.Absent(id) : found(record.value(), now));
    }
    return lookups;
  }

  /** As any read: there is one copy of it all. */
  @Override
  public TransactionLookup findLatest(TransactionId id) {
    return find(List.of(id)).get(0);
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    PriorityQueue<Transaction> newest = new PriorityQueue<>(NEWEST_FIRST.reversed());
    for (Stored<Transaction> stored : records.values()) {
      Transaction record = stored.value();
      if (isAskedFor(record, query)) {
        newest.add(record);
        if (newest.size() > query.limit()) {
          newest.remove();
        }
      }
    }
    Instant now = now();
    return newest.stream().sorted(NEWEST_FIRST).map(record -> found(record, now)).toList();
  }

  private static boolean isAskedFor(Transaction record, TransactionQuery query) {
    return query.state().forAll(state -> state == record.state())
        && query.account().forAll(account -> touches(record, account));
  }

  private static boolean touches(Transaction record, AccountId account) {
    for (AccountOperation operation : record.accountOperations()) {
      if (operation.account().equals(account)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    Instant now = now();
    PriorityQueue<Transaction> oldest = new PriorityQueue<>(OLDEST_FIRST.reversed());
    for (Stored<Transaction> stored : records.values()) {
      Transaction record = stored.value();
      if (isAskedFor(record, query, now)) {
        oldest.add(record);
        if (oldest.size() > (long) query.skip() + query.limit()) {
          oldest.remove();
        }
      }
    }
    return oldest.stream()
        .sorted(OLDEST_FIRST)
        .skip(query.skip())
        .map(record -> found(record, now))
        .toList();
  }

  private static boolean isAskedFor(Transaction record, UnfinishedQuery query, Instant now) {
    return !record.state().isFinal()
        && !record.lastModified().plus(query.unmodifiedFor()).isAfter(now)
        && query.application().forAll(record.application()::contains)
        && query.after().forAll(place -> comesAfter(record, place));
  }

  private static boolean comesAfter(Transaction record, UnfinishedQuery.Place place) {
    int later = record.lastModified().compareTo(place.lastModified());
    return later > 0 || (later == 0 && record.id().compareTo(place.id()) > 0);
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    List<Map.Entry<TransactionId, Stored<Transaction>>> sorted =
        new ArrayList<>(records.entrySet());
    sorted.sort(Map.Entry.comparingByKey());
    for (Map.Entry<TransactionId, Stored<Transaction>> record : sorted) {
      consumer.accept(found(record.getValue().value(), now()));
    }
  }

  private static TransactionLookup found(Transaction record, Instant now) {
    Duration unmodifiedFor = Duration.between(record.lastModified(), now);
    return new TransactionLookup.Found(
        record, unmodifiedFor.isNegative() ? Duration.ZERO : unmodifiedFor);
  }

  /** To the millisecond, as a database keeps it. */
  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
