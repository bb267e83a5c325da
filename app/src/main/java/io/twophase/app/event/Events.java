package io.twophase.app.event;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.NumberingResult;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Decided transactions as events, read in one order by any number of named consumers, each at least
 * once, from a position that is kept in the store. They are off until {@link #turnOn}. A worker
 * that decides a transaction writes nothing for them: the records are read. Thread-safe. Each
 * method throws {@link StoreUnavailableException} if the store cannot be reached.
 *
 * <p><b>The promise.</b> Each transaction that is applied or canceled after they were turned on is
 * an event, whichever process decides it, and wherever that or another dies. Each consumer is given
 * the events in the order of their numbers, which is the same for all, and without a gap. A number
 * never changes. An event may be given to a consumer again: where it, or the process, ended before
 * its position was noted.
 *
 * <p><b>The order.</b> A transaction that was begun after another was answered comes after it, if
 * their decisions are a millisecond apart by the store's clock, that clock is not set back, and the
 * records are on one server or on the copies of one. On a cluster with several shards, whose clocks
 * differ, no order is promised, and a transaction may have two numbers where a shard fails. A
 * transfer that is canceled while its batch is undecided comes with the batch.
 */
public final class Events {

  /** The most events that one call gives. */
  public static final int MOST_AT_ONCE = EventRepository.MOST_AT_ONCE;

  private final EventRepository events;
  private final EventReader reader;
  private final CallerGuard guard;

  /**
   * The events of one store.
   *
   * @param guard is asked before a consumer's position is moved
   */
  public Events(Store store, CallerGuard guard) {
    this.events = store.events();
    this.reader = new EventReader(events, store.records());
    this.guard = guard;
  }

  /** Returns whether decided transactions become events. */
  public boolean areOn() {
    return events.isOn();
  }

  /**
   * Has transactions that are decided from now on become events, for all processes, whether they
   * know of it or not; those of the last five minutes may be among them. It is kept in the store.
   * Idempotent.
   */
  public void turnOn() {
    events.turnOn();
  }

  /**
   * Has decided transactions become events no more, and turns off the {@link Evidence}, which needs
   * their numbers. Transactions that are numbered by then can still be read; those that are decided
   * until events are turned on again never can. Idempotent.
   */
  public void turnOff() {
    events.evidence().turnOff();
    events.turnOff();
  }

  /**
   * Gives numbers to what was decided before this call. {@link #consume} does so before it reads,
   * and recovery now and then; so a host need not call this. Does nothing where events are off.
   */
  public NumberingResult number() {
    return new Numbering(events).run();
  }

  /**
   * Wakes whoever waits for decided transactions, where the store can, on a replica set or a
   * sharded cluster. It is a hint: see {@link io.twophase.EventWait}.
   */
  public DecisionSignal signal() {
    return events.decisions();
  }

  /**
   * The events that follow a position; no event, only if none follows. It gives no numbers: what
   * has none yet is not shown.
   *
   * @param limit at most so many, 1 to {@link #MOST_AT_ONCE}
   * @throws IllegalArgumentException if the limit is out of range
   */
  public EventPage read(EventPosition after, int limit) {
    requireLimit(limit);
    return reader.next(Objects.requireNonNull(after, "after"), limit);
  }

  /**
   * Refuses a limit that no call takes.
   *
   * @throws IllegalArgumentException if it is not 1 to {@link #MOST_AT_ONCE}
   */
  public static void requireLimit(int limit) {
    if (limit < 1 || limit > MOST_AT_ONCE) {
      throw new IllegalArgumentException("limit " + limit + " is not within 1 to " + MOST_AT_ONCE);
    }
  }

  /**
   * Gives the next events to {@code handler}, in one call, and then notes the consumer's position:
   * a consumer of that name is added at its first call, before the first event. If the handler
   * throws, the position stays, and the exception goes on to the caller. The handler is not called
   * where there is nothing.
   *
   * <p>Several instances of one consumer may run at once. Each then may be given the same events;
   * the position is noted by one of them, and never goes back.
   *
   * @param limit at most so many events, 1 to {@link #MOST_AT_ONCE}
   * @param handler has done with the events when it returns
   * @throws IllegalArgumentException if the limit is out of range
   */
  public Consumed consume(ConsumerName name, int limit, Consumer<List<Event>> handler) {
    requireLimit(limit);
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(name, "name");
    guard.check();
    EventPosition from = position(name);
    number();
    EventPage page = reader.next(from, limit);
    if (!page.events().isEmpty()) {
      handler.accept(page.events());
    }
    if (page.end().equals(from)) {
      return new Consumed.Noted(0, from);
    }
    int handled = page.events().size();
    return switch (events.move(name, from, page.end())) {
      case MATCHED -> new Consumed.Noted(handled, page.end());
      case NOT_MATCHED -> new Consumed.MovedByAnother(handled);
      case IN_DOUBT -> new Consumed.InDoubt(handled);
    };
  }

  private EventPosition position(ConsumerName name) {
    Optional<EventConsumer> noted = events.consumer(name);
    if (noted.isEmpty()) {
      events.add(new EventConsumer(name, EventPosition.START));
      noted = events.consumer(name);
    }
    return noted.map(EventConsumer::position).orElse(EventPosition.START);
  }

  /** All consumers, by name, and how far each is behind what is numbered. */
  public List<ConsumerStatus> consumers() {
    long last = events.confirmed();
    long trimmed = events.trimmed();
    return events.consumers().stream()
        .flatMap(consumer -> consumer.toJavaOptional().stream())
        .map(
            each -> {
              long read = Math.max(trimmed, each.position().number());
              return new ConsumerStatus(each.name(), each.position(), Math.max(0, last - read));
            })
        .toList();
  }

  /** One line for each consumer that cannot be read: retention waits for it, as it can be told. */
  public List<String> unreadableConsumers() {
    return events.consumers().stream().filter(Either::isLeft).map(Either::getLeft).toList();
  }

  /**
   * Forgets a consumer: retention waits for it no more. One that is still running begins anew, at
   * the first event that there is.
   *
   * @return whether there was one
   * @throws StoreException if it is not known whether it was forgotten; asking again is safe
   */
  public boolean forget(ConsumerName name) {
    return switch (events.forget(Objects.requireNonNull(name, "name"))) {
      case MATCHED -> true;
      case NOT_MATCHED -> false;
      case IN_DOUBT ->
          throw new StoreException(
              "it is not known whether the consumer " + name + " is forgotten; ask again");
    };
  }

  /**
   * Reads numbered records as events: each member that its record has decided is one.
   *
   * @param events the numbers
   * @param records of the same store
   */
  private record EventReader(EventRepository events, Records records) {

    /** Reads on behind numbers that have no event, as tombstones. */
    EventPage next(EventPosition after, int limit) {
      EventPosition from = after;
      EventPage page = read(from, limit);
      while (page.events().isEmpty() && !page.end().equals(from)) {
        from = page.end();
        page = read(from, limit);
      }
      return page;
    }

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
     * Returns whether the next numbers may be trimmed: before all, where a number that came back
     * late would not be told from the first, and where there is a gap.
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
      List<RecordId> absent =
          found.stream()
              .filter(lookup -> lookup.kind() == Lookup.Kind.ABSENT)
              .map(lookup -> new RecordId(lookup.id()))
              .toList();
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
          record.only().isPresent()
              ? List.of(lookup)
              : records.findMembers(all.subList(first, last));
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
     * Returns whether the record has decided a member that it has not left out: it may list one
     * whose id was another's. A member that it has applied, and that is gone, was removed.
     */
    private static boolean isOf(TransactionRecord record, Lookup member) {
      return switch (member.kind()) {
        case FOUND -> member.decider().equals(Optional.of(record.id()));
        case UNREADABLE -> true;
        case ABSENT, REMOVED -> record.state().isApplied();
      };
    }
  }

  /**
   * The position of a consumer, and its lag.
   *
   * @param name its name
   * @param position what it has noted as read
   * @param behind how many numbered records it has not read to their end; a batch counts as one
   */
  public record ConsumerStatus(ConsumerName name, EventPosition position, long behind) {}

  /**
   * Some events, in their order.
   *
   * @param events those that there are; not every number has one
   * @param end how far was read: the position behind the last of them, or further
   */
  public record EventPage(List<Event> events, EventPosition end) {

    public EventPage {
      events = List.copyOf(events);
    }
  }
}
