package io.twophase.app.event;

import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes the numbers of records that retention has removed, from the first on, up to the first
 * whose record is there. The number of one that is there stays, though all consumers are behind it:
 * a consumer that comes later begins with it. What a consumer has not read to its end stays too,
 * and where evidence is on, what has no leaf, and what somebody else has removed, where that can be
 * told. Safe beside any number of passes. Thread-safe.
 */
public final class Trimming {

  private final EventRepository events;
  private final TransactionRepository transactions;
  private final NamedRecords records;

  private Trimming(
      EventRepository events, TransactionRepository transactions, Option<BatchRepository> batches) {
    this.events = events;
    this.transactions = transactions;
    this.records = new NamedRecords(transactions, batches);
  }

  /** What follows a pass of retention; nothing in a store that keeps no events. */
  public static Runnable of(
      Option<EventRepository> events,
      TransactionRepository transactions,
      Option<BatchRepository> batches) {
    return events
        .<Runnable>map(there -> new Trimming(there, transactions, batches)::run)
        .getOrElse(() -> {});
  }

  /** The first is looked at alone: mostly it is there. */
  private void run() {
    if (!transactions.mayHaveExpired()) {
      return;
    }
    long most = most();
    int wanted = 1;
    while (trim(next(events.trimmed(), most, wanted))) {
      wanted = Math.min(10 * wanted, EventRepository.MOST_AT_ONCE);
    }
  }

  /** Whether all of them are trimmed, and there were any: then there may be more. */
  private boolean trim(List<NumberedRecord> next) {
    int gone = gone(next);
    return gone > 0
        && events.trim(next.get(gone - 1).number()) == MatchOutcome.MATCHED
        && gone == next.size();
  }

  private long most() {
    long most = events.confirmed();
    for (Either<String, EventConsumer> consumer : events.consumers()) {
      most = Math.min(most, UnreadEvents.readBy(consumer));
    }
    return events.evidence().isOn() ? Math.min(most, events.evidence().size()) : most;
  }

  private List<NumberedRecord> next(long after, long most, int wanted) {
    return NumberedRecord.following(after, events.numbered(after)).stream()
        .filter(each -> each.number() <= most)
        .limit(wanted)
        .toList();
  }

  /** How many of the first are of records that are gone. */
  private int gone(List<NumberedRecord> numbered) {
    List<RecordId> ids = numbered.stream().map(NumberedRecord::record).toList();
    List<NamedRecords.Named> found = records.find(ids);
    Set<RecordId> taken = takenAway(ids);
    int gone = 0;
    while (gone < ids.size()
        && !taken.contains(ids.get(gone))
        && (found.get(gone).standing() == NamedRecords.Standing.ABSENT
            || isOfAnother(numbered.get(gone)))) {
      gone++;
    }
    return gone;
  }

  /**
   * Those that somebody else has removed, where that can be told: the audit names them by their
   * numbers, so these stay.
   */
  private Set<RecordId> takenAway(List<RecordId> ids) {
    List<TransactionId> lone = new ArrayList<>();
    ids.forEach(id -> id.fold(lone::add, batch -> false, bad -> false));
    if (lone.isEmpty() || !events.evidence().isOn() || !transactions.hasReceiptsOfAllRemoved()) {
      return Set.of();
    }
    Set<RecordId> taken = new HashSet<>();
    for (TransactionLookup lookup : transactions.find(lone)) {
      if (lookup instanceof TransactionLookup.Absent absent) {
        taken.add(new RecordId.OfTransaction(absent.id()));
      }
    }
    return taken;
  }

  /** One of the same id has come since, and has a number of its own. */
  private boolean isOfAnother(NumberedRecord numbered) {
    return events
        .numbersOf(List.of(numbered.record()))
        .get(0)
        .exists(number -> number > numbered.number());
  }
}
