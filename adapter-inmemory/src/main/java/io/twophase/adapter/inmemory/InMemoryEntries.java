package io.twophase.adapter.inmemory;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A collection of documents by their ids: lone transactions, members of batches, and batches. Each
 * change is a compare-and-set on one document.
 */
final class InMemoryEntries {

  private final InstantSource clock;
  private final ConcurrentMap<String, Stored<Entry>> entries = new ConcurrentHashMap<>();
  private final InMemoryDecisions decisions = new InMemoryDecisions();

  InMemoryEntries(InstantSource clock) {
    this.clock = clock;
  }

  /** The decided records that wait for their numbers. */
  InMemoryDecisions decisions() {
    return decisions;
  }

  /** The clock's time, to the millisecond as a database keeps times. */
  Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  /** The time from {@code then} to {@code now}; never below zero. */
  static Duration since(Instant then, Instant now) {
    Duration since = Duration.between(then, now);
    return since.isNegative() ? Duration.ZERO : since;
  }

  BeginOutcome insert(String id, Entry entry) {
    return entries.putIfAbsent(id, new Stored<>(entry)) == null
        ? BeginOutcome.BEGUN
        : BeginOutcome.ID_TAKEN;
  }

  Option<Entry> get(String id) {
    return Option.of(entries.get(id))
        .map(Stored::value)
        .filter(entry -> !(entry instanceof Entry.Removed));
  }

  Option<BatchRecord> batch(BatchId id) {
    return get(id.value()).flatMap(Entry::batch);
  }

  /**
   * Changes the entry as {@code rule} says; if the rule answers none, then the change is not
   * matched.
   */
  MatchOutcome change(String id, Function<Entry, Option<Entry>> rule) {
    Stored<Entry> stored = entries.get(id);
    if (stored == null) {
      return MatchOutcome.NOT_MATCHED;
    }
    AtomicBoolean wasDecided = new AtomicBoolean();
    Either<String, Entry> changed =
        stored.change(
            entry -> {
              wasDecided.set(entry.decided().isDefined());
              return rule.apply(entry).toEither(id);
            });
    changed
        .toOption()
        .filter(after -> !wasDecided.get())
        .flatMap(Entry::decided)
        .forEach(decisions::add);
    return changed.isRight() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  /** Removes what is there, if it is one of those. */
  MatchOutcome remove(String id, Function<Entry, Boolean> which) {
    Stored<Entry> stored = entries.get(id);
    MatchOutcome removed =
        change(id, entry -> Option.when(which.apply(entry), new Entry.Removed()));
    if (removed == MatchOutcome.MATCHED && stored != null) {
      entries.remove(id, stored);
    }
    return removed;
  }

  /** Shows every entry with its id, in no order. */
  void forEach(BiConsumer<String, Entry> consumer) {
    for (Map.Entry<String, Stored<Entry>> entry : entries.entrySet()) {
      Entry value = entry.getValue().value();
      if (!(value instanceof Entry.Removed)) {
        consumer.accept(entry.getKey(), value);
      }
    }
  }
}
