package io.twophase.app.recovery;

import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes the numbers of records that retention has removed, from the first on, up to the first
 * whose record is there. The number of a record that is there stays, though all consumers are
 * behind it: a consumer that comes later begins with it. The number of a record that a consumer has
 * not read to its end stays too; and while evidence is on, those of records that have no leaf, or
 * that somebody else has removed, where that can be told. Safe beside any number of passes.
 * Thread-safe.
 */
public record Trimming(Store store) {

  /** One pass. The first number is looked at alone: mostly its record is there. */
  void run() {
    Keeping keeping = store.records().keeping();
    if (!keeping.mayHaveExpired()) {
      return;
    }
    boolean isRemovalTold = store.events().evidence().isOn() && keeping.hasReceiptsOfAllRemoved();
    long most =
        Math.min(
            store.events().confirmed(), UnreadEvents.needed(store.events()).orElse(Long.MAX_VALUE));
    int wanted = 1;
    while (trim(next(store.events().trimmed(), most, wanted), isRemovalTold)) {
      wanted = Math.min(10 * wanted, EventRepository.MOST_AT_ONCE);
    }
  }

  /** Returns whether all of them are trimmed, and there were any: then there may be more. */
  private boolean trim(List<NumberedRecord> next, boolean isRemovalTold) {
    int gone = gone(next, isRemovalTold);
    return gone > 0
        && store.events().trim(next.get(gone - 1).number()) == MatchOutcome.MATCHED
        && gone == next.size();
  }

  private List<NumberedRecord> next(long after, long most, int wanted) {
    return NumberedRecord.following(after, store.events().numbered(after)).stream()
        .filter(each -> each.number() <= most)
        .limit(wanted)
        .toList();
  }

  /** Returns how many of the first are of records that are gone. */
  private int gone(List<NumberedRecord> numbered, boolean isRemovalTold) {
    Iterator<Lookup> found = store.records().find(NumberedRecord.records(numbered)).iterator();
    int gone = 0;
    for (NumberedRecord each : numbered) {
      boolean isGone =
          each.record()
              .fold(fault -> true, id -> isGone(id, each.number(), found.next(), isRemovalTold));
      if (!isGone) {
        break;
      }
      gone++;
    }
    return gone;
  }

  /**
   * Returns whether retention has removed the record of a number. If each removal leaves a receipt,
   * a record that has none was removed by somebody else: the audit names such a record by its
   * number, which stays.
   */
  private boolean isGone(RecordId id, long number, Lookup lookup, boolean isRemovalTold) {
    return switch (lookup.kind()) {
      case ABSENT -> id.isOfMany() || !isRemovalTold;
      case REMOVED -> true;
      case UNREADABLE -> lookup.member().isPresent();
      case FOUND -> isOfAnother(id, number);
    };
  }

  /** Another record of the same id has come since, and has a number of its own. */
  private boolean isOfAnother(RecordId id, long number) {
    return store.events().numbersOf(List.of(id)).get(0).filter(other -> other > number).isPresent();
  }

  /**
   * Has retention wait for the consumers of events and for the leaves of the tree of evidence: a
   * transaction, or a batch that has none, stays that a consumer has not read to its end, or, while
   * evidence is on, that has no leaf. If there is a consumer, or evidence is on, then a transaction
   * that has no number yet stays too. Nothing waits for a consumer that is forgotten.
   */
  public record UnreadEvents(EventRepository events) implements BeforeRemoval {

    @Override
    public Set<TransactionId> heldBack(RemovalPage page) {
      return needed(events).map(number -> behind(number, page)).orElse(Set.of());
    }

    /**
     * The last number whose record nobody needs any more; none if nobody needs any record. A
     * consumer that cannot be read may have read nothing.
     */
    static Optional<Long> needed(EventRepository events) {
      List<Either<String, EventConsumer>> consumers = events.consumers();
      long read =
          consumers.stream()
              .mapToLong(each -> each.map(one -> one.position().number()).getOrElse(0L))
              .min()
              .orElse(Long.MAX_VALUE);
      boolean isOn = events.evidence().isOn();
      return isOn || !consumers.isEmpty()
          ? Optional.of(isOn ? Math.min(read, events.evidence().size()) : read)
          : Optional.empty();
    }

    private Set<TransactionId> behind(long number, RemovalPage page) {
      Map<TransactionId, RecordId> deciders = new LinkedHashMap<>();
      page.transactions()
          .forEach(
              each -> each.decider().ifPresent(one -> deciders.put(RemovalPage.id(each), one)));
      page.empty().forEach(one -> deciders.put(one.transaction(), one));
      List<RecordId> asked = deciders.values().stream().distinct().toList();
      deciders.values().retainAll(new HashSet<>(events.unread(number, asked)));
      return deciders.keySet();
    }
  }
}
