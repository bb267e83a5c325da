package io.twophase.app.recovery;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.util.Iterator;
import java.util.List;

/**
 * Removes the numbers of records that retention has removed, from the first on, up to the first
 * whose record is there. The number of a record that is there stays, though all consumers are
 * behind it: a consumer that comes later begins with it. The number of a record that a consumer has
 * not read to its end stays too; and while evidence is on, those of records that have no leaf, or
 * that somebody else has removed, where that can be told. Safe beside any number of passes.
 * Thread-safe.
 */
public final class Trimming {

  private final EventRepository events;
  private final Records records;

  /** The trimming of one store. */
  public Trimming(Store store) {
    this.events = store.events();
    this.records = store.records();
  }

  /** One pass. The first number is looked at alone: mostly its record is there. */
  void run() {
    Keeping keeping = records.keeping();
    if (!keeping.mayHaveExpired()) {
      return;
    }
    boolean isRemovalTold = events.evidence().isOn() && keeping.hasReceiptsOfAllRemoved();
    long most = Math.min(events.confirmed(), UnreadEvents.needed(events).orElse(Long.MAX_VALUE));
    int wanted = 1;
    while (trim(next(events.trimmed(), most, wanted), isRemovalTold)) {
      wanted = Math.min(10 * wanted, EventRepository.MOST_AT_ONCE);
    }
  }

  /** Returns whether all of them are trimmed, and there were any: then there may be more. */
  private boolean trim(List<NumberedRecord> next, boolean isRemovalTold) {
    int gone = gone(next, isRemovalTold);
    return gone > 0
        && events.trim(next.get(gone - 1).number()) == MatchOutcome.MATCHED
        && gone == next.size();
  }

  private List<NumberedRecord> next(long after, long most, int wanted) {
    return NumberedRecord.following(after, events.numbered(after)).stream()
        .filter(each -> each.number() <= most)
        .limit(wanted)
        .toList();
  }

  /** Returns how many of the first are of records that are gone. */
  private int gone(List<NumberedRecord> numbered, boolean isRemovalTold) {
    Iterator<Lookup> found = records.find(NumberedRecord.records(numbered)).iterator();
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
    return events.numbersOf(List.of(id)).get(0).filter(other -> other > number).isPresent();
  }
}
