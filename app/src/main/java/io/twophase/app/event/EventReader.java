package io.twophase.app.event;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads numbered records as events: one for a lone transaction, one for each of a batch. */
final class EventReader {

  private final EventRepository events;
  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;

  EventReader(
      EventRepository events, TransactionRepository transactions, Option<BatchRepository> batches) {
    this.events = events;
    this.transactions = transactions;
    this.batches = batches;
  }

  /**
   * What follows a position and is not trimmed, up to a gap, or to a record that is not shown as
   * decided yet.
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
    Iterator<TransactionLookup> lone =
        transactions.find(loneOf(numbered)).stream().map(this::confirmed).iterator();
    Map<BatchId, BatchLookup> found = batches(numbered);
    List<Event> read = new ArrayList<>();
    EventPosition end = from;
    for (NumberedRecord next : numbered) {
      if (read.size() >= limit) {
        break;
      }
      EventPosition start = end;
      Option<EventPosition> behind =
          next.record()
              .fold(
                  id -> ofTransaction(next.number(), lone.next(), read),
                  id -> ofBatch(start, id, Objects.requireNonNull(found.get(id)), limit, read),
                  bad -> ofUnreadable(next.number(), bad, read));
      if (behind.isEmpty()) {
        break;
      }
      end = behind.get();
      if (end.places() > 0) {
        break;
      }
    }
    return new EventPage(read, end);
  }

  /**
   * Whether what follows may be trimmed: before all, where a number that came back late would not
   * be told from the first, and where there is a gap.
   */
  private static boolean mayBeTrimmed(EventPosition position, List<NumberedRecord> there) {
    return position.number() < NumberedRecord.FIRST
        || (!there.isEmpty() && there.get(0).number() != position.number() + 1);
  }

  /**
   * A record that was numbered was there: where it is absent, it was removed; or what was read is
   * older than the number, as after a failover.
   */
  private TransactionLookup confirmed(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Absent absent
        ? transactions.findLatest(absent.id())
        : lookup;
  }

  private static List<TransactionId> loneOf(List<NumberedRecord> numbered) {
    List<TransactionId> ids = new ArrayList<>();
    numbered.forEach(each -> each.record().fold(ids::add, batch -> false, bad -> false));
    return ids;
  }

  private Map<BatchId, BatchLookup> batches(List<NumberedRecord> numbered) {
    List<BatchId> ids = new ArrayList<>();
    numbered.forEach(each -> each.record().fold(lone -> false, ids::add, bad -> false));
    Map<BatchId, BatchLookup> found = new HashMap<>();
    if (!ids.isEmpty()) {
      List<BatchLookup> lookups = batches.get().find(ids);
      for (int at = 0; at < ids.size(); at++) {
        found.put(ids.get(at), confirmed(ids.get(at), lookups.get(at)));
      }
    }
    return found;
  }

  /** The same: once a majority has confirmed what is under an id, no read is older. */
  private BatchLookup confirmed(BatchId id, BatchLookup lookup) {
    if (!(lookup instanceof BatchLookup.Absent)) {
      return lookup;
    }
    TransactionLookup unused = transactions.findLatest(new TransactionId(id.value()));
    return batches.get().find(List.of(id)).get(0);
  }

  /** A read that is older than the number may show it undecided: then it is read again later. */
  private static Option<EventPosition> ofTransaction(
      long number, TransactionLookup lookup, List<Event> read) {
    EventPosition behind = EventPosition.behind(number);
    if (lookup instanceof TransactionLookup.Found found) {
      if (!found.record().state().isDecided()) {
        return Option.none();
      }
      if (found.record().body().isTombstone()) {
        return Option.some(behind);
      }
    }
    read.add(new Event(behind, lookup));
    return Option.some(behind);
  }

  private static Option<EventPosition> ofUnreadable(
      long number, RecordId.Unreadable bad, List<Event> read) {
    EventPosition behind = EventPosition.behind(number);
    read.add(new Event(behind, new TransactionLookup.Unreadable("number " + number, bad.fault())));
    return Option.some(behind);
  }

  private Option<EventPosition> ofBatch(
      EventPosition start, BatchId id, BatchLookup lookup, int limit, List<Event> read) {
    if (lookup instanceof BatchLookup.Found found) {
      return found.record().state().isDecided()
          ? ofMembers(start, found.record(), limit, read)
          : Option.none();
    }
    EventPosition behind = EventPosition.behind(start.number() + 1);
    TransactionId named = new TransactionId(id.value());
    read.add(
        new Event(
            behind,
            lookup instanceof BatchLookup.Unreadable unreadable
                ? new TransactionLookup.Unreadable(unreadable.id(), unreadable.fault())
                : new TransactionLookup.Absent(named)));
    return Option.some(behind);
  }

  private Option<EventPosition> ofMembers(
      EventPosition start, BatchRecord batch, int limit, List<Event> read) {
    List<TransactionId> all = batch.members();
    int first = Math.min(start.places(), all.size());
    int last = (int) Math.min(all.size(), (long) first + limit - read.size());
    List<TransactionLookup> members = transactions.find(all.subList(first, last));
    for (int at = first; at < last; at++) {
      if (batch.ofListed(all.get(at)) instanceof MemberState.LeftOut) {
        continue;
      }
      TransactionLookup member = confirmed(batch, members.get(at - first));
      if (isOf(batch, member)) {
        read.add(new Event(after(start.number(), at + 1, all.size()), member));
      }
    }
    return Option.some(after(start.number(), last, all.size()));
  }

  /** A member of another batch may have been that before this one took it. */
  private TransactionLookup confirmed(BatchRecord batch, TransactionLookup member) {
    return member instanceof TransactionLookup.Found found && !found.batch().contains(batch.id())
        ? transactions.findLatest(found.record().id())
        : confirmed(member);
  }

  private static EventPosition after(long number, int places, int all) {
    return places == all ? EventPosition.behind(number + 1) : new EventPosition(number, places);
  }

  /**
   * Whether the batch has decided a member that it has not left out: it may list one whose id was
   * another's. One that it has applied, and that is gone, was removed.
   */
  private static boolean isOf(BatchRecord batch, TransactionLookup member) {
    if (member instanceof TransactionLookup.Found found) {
      return found.batch().contains(batch.id());
    }
    boolean isApplied = batch.state() == State.APPLIED || batch.state() == State.DONE;
    return member instanceof TransactionLookup.Unreadable || isApplied;
  }
}
