package io.twophase.app.event;

import io.twophase.domain.TransactionId;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.State;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Reads numbered records as events: each member that its record has decided is one.
 *
 * @param events the numbers
 * @param records of the same store
 */
record EventReader(EventRepository events, Records records) {

  /**
   * Reads the events that follow a position and are not trimmed, up to a gap, or to a record that
   * is not shown as decided yet.
   */
  EventPage read(EventPosition position, int limit) {
    List<NumberedRecord> there = events.numbered(position.number());
    EventPosition from = position;
    if (mayBeTrimmed(position, there) && events.trimmed() > position.number()) {
      from = EventPosition.behind(events.trimmed());
      there = events.numbered(from.number());
    }
    List<NumberedRecord> numbered =
        NumberedRecord.following(from.number(), there).stream().limit(limit).toList();
    Iterator<Lookup> found = find(NumberedRecord.records(numbered)).iterator();
    List<Event> read = new ArrayList<>();
    EventPosition end = from;
    for (NumberedRecord next : numbered) {
      if (read.size() >= limit) {
        break;
      }
      EventPosition start = end;
      Optional<EventPosition> behind =
          next.record()
              .fold(
                  fault -> add(start, unreadable(next.number(), fault), read),
                  id -> add(start, id, found.next(), limit, read));
      if (behind.isEmpty()) {
        break;
      }
      end = behind.orElseThrow();
      if (end.places() > 0) {
        break;
      }
    }
    return new EventPage(read, end);
  }

  /**
   * Returns whether the next numbers may be trimmed: before all, where a number that came back late
   * would not be told from the first, and where there is a gap.
   */
  private static boolean mayBeTrimmed(EventPosition position, List<NumberedRecord> there) {
    return position.number() < NumberedRecord.FIRST
        || (!there.isEmpty() && there.get(0).number() != position.number() + 1);
  }

  /**
   * A record that was numbered was there. If it is absent, it was removed; or the read is older
   * than the number, as after a failover: once a majority has confirmed what is under an id, no
   * read is older.
   */
  private List<Lookup> find(List<RecordId> ids) {
    List<Lookup> found = new ArrayList<>(records.find(ids));
    List<RecordId> absent = new ArrayList<>();
    for (int at = 0; at < ids.size(); at++) {
      if (found.get(at).kind() == Lookup.Kind.ABSENT) {
        absent.add(ids.get(at));
      }
    }
    if (!absent.isEmpty()) {
      absent.forEach(id -> records.findLatest(id.transaction()));
      Iterator<Lookup> again = records.find(absent).iterator();
      found.replaceAll(lookup -> lookup.kind() == Lookup.Kind.ABSENT ? again.next() : lookup);
    }
    return found;
  }

  private static TransactionLookup unreadable(long number, String fault) {
    return new TransactionLookup.Unreadable("number " + number, fault);
  }

  private static Optional<EventPosition> add(
      EventPosition start, TransactionLookup transaction, List<Event> read) {
    EventPosition behind = EventPosition.behind(start.number() + 1);
    read.add(new Event(behind, transaction));
    return Optional.of(behind);
  }

  /**
   * Adds the events of a record; none if it is not shown as decided, by a read that is older than
   * the number: then it is read again later.
   */
  private Optional<EventPosition> add(
      EventPosition start, RecordId id, Lookup lookup, int limit, List<Event> read) {
    if (lookup.kind() == Lookup.Kind.FOUND) {
      TransactionRecord record = lookup.record().orElseThrow();
      return record.state().isDecided()
          ? Optional.of(addMembers(start, lookup, record, limit, read))
          : Optional.empty();
    }
    // a member's document under the id: the record is gone, and its id is another's
    return add(
        start,
        lookup.member().isPresent()
            ? new TransactionLookup.Absent(id.transaction())
            : TransactionLookup.of(lookup),
        read);
  }

  private EventPosition addMembers(
      EventPosition start, Lookup lookup, TransactionRecord record, int limit, List<Event> read) {
    List<TransactionId> all = record.isTombstone() ? List.of() : record.members();
    int first = Math.min(start.places(), all.size());
    int last = (int) Math.min(all.size(), (long) first + limit - read.size());
    List<Lookup> members =
        record.only().isPresent() ? List.of(lookup) : records.findMembers(all.subList(first, last));
    for (int at = first; at < last; at++) {
      if (record.fate(all.get(at)).equals(Optional.of(Fate.LEFT))) {
        continue;
      }
      Lookup member = confirmed(record, all.get(at), members.get(at - first));
      if (isOf(record, member)) {
        read.add(
            new Event(after(start.number(), at + 1, all.size()), TransactionLookup.of(member)));
      }
    }
    return after(start.number(), last, all.size());
  }

  /** A member of another record may have been that before this one took it. */
  private Lookup confirmed(TransactionRecord record, TransactionId id, Lookup member) {
    return switch (member.kind()) {
      case FOUND ->
          member.decider().equals(Optional.of(record.id())) ? member : records.findLatest(id);
      case ABSENT -> records.findLatest(id);
      case REMOVED, UNREADABLE -> member;
    };
  }

  private static EventPosition after(long number, int places, int all) {
    return places == all ? EventPosition.behind(number + 1) : new EventPosition(number, places);
  }

  /**
   * Returns whether the record has decided a member that it has not left out: it may list one whose
   * id was another's. A member that it has applied, and that is gone, was removed.
   */
  private static boolean isOf(TransactionRecord record, Lookup member) {
    return switch (member.kind()) {
      case FOUND -> member.decider().equals(Optional.of(record.id()));
      case UNREADABLE -> true;
      case ABSENT, REMOVED -> record.state() == State.APPLIED || record.state() == State.DONE;
    };
  }
}
