package io.twophase.adapter.inmemory;

import io.twophase.domain.AccountId;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Records.SearchIndexes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Records, members and receipts in one concurrent map. Each change is a compare-and-set on one
 * document. Nothing here is ever in doubt or unreachable.
 */
public final class InMemoryRecords implements Records {

  private static final Comparator<Transaction> NEWEST_FIRST =
      Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id);

  private static final Comparator<Receipt> FINISHED_FIRST =
      Comparator.comparing((Receipt it) -> it.finishedAt()).thenComparing(Receipt::id);

  private final InstantSource clock;
  private final Keeping keeping;
  private final ConcurrentMap<String, Kept> entries = new ConcurrentHashMap<>();
  private final InMemoryEventRepository events = new InMemoryEventRepository();

  /** No records, which {@code clock} will stamp and which are kept for a time. */
  public InMemoryRecords(InstantSource clock, Keeping keeping) {
    this.clock = clock;
    this.keeping = keeping;
  }

  /** The numbers of these records, and who reads them. */
  public EventRepository events() {
    return events;
  }

  /** To the millisecond, as a database keeps it. */
  static Instant now(InstantSource clock) {
    return Instant.ofEpochMilli(clock.millis());
  }

  private static Duration since(Instant then, Instant now) {
    return then.isAfter(now) ? Duration.ZERO : Duration.between(then, now);
  }

  @Override
  public List<List<BeginOutcome>> insert(List<NewRecord> records) {
    Instant now = now(clock);
    return InMemoryHolds.each(records, record -> insert(record, now));
  }

  private List<BeginOutcome> insert(NewRecord record, Instant now) {
    List<BeginOutcome> outcomes = new ArrayList<>(record.members().size() + 1);
    outcomes.add(insert(record.id().value(), Kept.of(record.stored(now))));
    for (MemberDocument member : record.documents(now)) {
      outcomes.add(insert(member.id().value(), Kept.of(member)));
    }
    return outcomes;
  }

  private BeginOutcome insert(String id, Kept document) {
    if (entries.putIfAbsent(id, document) != null) {
      return BeginOutcome.ID_TAKEN;
    }
    document.decided().ifPresent(events::decided);
    return BeginOutcome.BEGUN;
  }

  @Override
  public List<MatchOutcome> move(List<Transition> transitions) {
    Instant now = now(clock);
    return InMemoryHolds.each(
        transitions,
        transition ->
            change(
                transition.record().value(),
                there ->
                    there.record().flatMap(record -> transition.apply(record, now)).map(Kept::of)));
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    Instant now = now(clock);
    return InMemoryHolds.each(
        takes,
        take ->
            change(
                take.member().value(),
                there ->
                    there
                        .member()
                        .filter(take::finds)
                        .map(member -> take.taken(member, now).fold(Kept::of, Kept::of))));
  }

  /** Replaces what is there by what the rule says; no match if the rule says none. */
  private MatchOutcome change(String id, Function<Kept, Optional<Kept>> rule) {
    while (true) {
      Kept before = entries.get(id);
      Optional<Kept> after = Optional.ofNullable(before).flatMap(rule);
      if (before == null || after.isEmpty()) {
        return MatchOutcome.NOT_MATCHED;
      }
      if (entries.replace(id, before, after.orElseThrow())) {
        if (before.decided().isEmpty()) {
          after.orElseThrow().decided().ifPresent(events::decided);
        }
        return MatchOutcome.MATCHED;
      }
    }
  }

  @Override
  public List<Lookup> find(List<RecordId> ids) {
    Instant now = now(clock);
    return InMemoryHolds.each(ids, id -> find(id, now));
  }

  private Lookup find(RecordId id, Instant now) {
    Kept there = entries.get(id.value());
    return there != null && there.member().isPresent()
        ? Lookup.unreadable(
            there.member().orElseThrow(), "it is the document of a member, and no record")
        : read(id.value(), there, now);
  }

  @Override
  public List<Lookup> findMembers(List<TransactionId> ids) {
    Instant now = now(clock);
    return InMemoryHolds.each(ids, id -> findMember(id, now));
  }

  private Lookup findMember(TransactionId id, Instant now) {
    Kept there = entries.get(id.value());
    return there != null && there.record().filter(record -> record.id().isOfMany()).isPresent()
        ? Lookup.unreadable(id.value(), "it is the record of a batch")
        : read(id.value(), there, now);
  }

  private Lookup read(String id, @Nullable Kept there, Instant now) {
    if (there == null) {
      return Lookup.absent(id);
    }
    return there
        .receipt()
        .map(Lookup::removed)
        .or(() -> there.record().map(record -> found(record, now)))
        .orElseGet(() -> found(there.member().orElseThrow(), now));
  }

  private static Lookup found(TransactionRecord record, Instant now) {
    return Lookup.found(record, since(record.lastModified(), now));
  }

  private Lookup found(MemberDocument member, Instant now) {
    Optional<TransactionRecord> record =
        Optional.ofNullable(entries.get(member.record().value())).flatMap(Kept::record);
    Kept again = entries.get(member.id().value());
    if (record.isEmpty() && !Kept.of(member).equals(again)) {
      // it was removed before its record was, or another record has taken it
      return read(member.id().value(), again, now);
    }
    Instant changed =
        record.map(there -> there.of(member).lastModified()).orElse(member.createdAt());
    return Lookup.found(member, record, since(changed, now));
  }

  /** The store has one copy of each document, so every read shows the latest. */
  @Override
  public Lookup findLatest(TransactionId id) {
    return findMember(id, now(clock));
  }

  @Override
  public List<Lookup> list(RecordQuery query) {
    Instant now = now(clock);
    return switch (query.kind()) {
      case LATEST -> latest(query, now);
      case NAMING -> naming(query, now);
      case UNFINISHED, AUTHORIZED, ENDED, LEAVING_OUT -> records(new RecordOrder(query, now));
    };
  }

  private List<Lookup> latest(RecordQuery query, Instant now) {
    return entries.values().stream()
        .filter(there -> there.record().isPresent() || query.state().isEmpty())
        .filter(Kept::isTransaction)
        .map(there -> read("", there, now))
        .filter(lookup -> lookup.transaction().filter(query::asksFor).isPresent())
        .sorted(Comparator.comparing(lookup -> lookup.transaction().orElseThrow(), NEWEST_FIRST))
        .skip(query.skip())
        .limit(query.limit())
        .toList();
  }

  private List<Lookup> naming(RecordQuery query, Instant now) {
    return entries.values().stream()
        .flatMap(there -> there.member().stream())
        .filter(
            member ->
                query.named().filter(record -> record.id().equals(member.record())).isPresent())
        .sorted(Comparator.comparing(MemberDocument::id))
        .map(member -> found(member, now))
        .filter(lookup -> lookup.member().isPresent())
        .toList();
  }

  private List<Lookup> records(RecordOrder order) {
    return entries.values().stream()
        .flatMap(there -> there.record().stream())
        .filter(order::asksFor)
        .sorted(order)
        .skip(order.query().skip())
        .limit(order.query().limit())
        .map(record -> found(record, order.now()))
        .toList();
  }

  @Override
  public void scan(Optional<AccountId> account, Consumer<Lookup> consumer) {
    scan(
        Kept::isTransaction,
        lookup ->
            lookup.body().filter(body -> account.map(body::movesMoneyOf).orElse(true)).isPresent(),
        consumer);
  }

  @Override
  public void scanReceipts(Consumer<Lookup> consumer) {
    scan(
        there -> there.receipt().isPresent(),
        lookup -> lookup.kind() == Lookup.Kind.REMOVED,
        consumer);
  }

  /** Shows the consumer some entries in the order of their ids, each as it is by then. */
  private void scan(Predicate<Kept> some, Predicate<Lookup> wanted, Consumer<Lookup> consumer) {
    entries.entrySet().stream()
        .filter(entry -> some.test(entry.getValue()))
        .map(entry -> new RecordId(entry.getKey()))
        .sorted()
        .map(id -> findMember(id.transaction(), now(clock)))
        .filter(wanted)
        .forEach(consumer);
  }

  @Override
  public List<MatchOutcome> remove(List<Removal> going) {
    return InMemoryHolds.each(going, this::remove);
  }

  private MatchOutcome remove(Removal removal) {
    if (removal.receipt().isPresent()) {
      return change(
          removal.id(),
          there ->
              isGoing(removal, there)
                  ? Optional.of(Kept.of(removal.receipt().orElseThrow()))
                  : Optional.empty());
    }
    Kept there = entries.get(removal.id());
    return MatchOutcome.of(
        there != null && isGoing(removal, there) && entries.remove(removal.id(), there));
  }

  private static boolean isGoing(Removal removal, Kept there) {
    return there.record().filter(removal::finds).isPresent()
        || there.member().filter(removal::finds).isPresent();
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    RecordQuery.requireLimit(limit);
    Instant now = now(clock);
    List<Receipt> ended =
        entries.values().stream()
            .flatMap(there -> there.receipt().stream())
            .filter(receipt -> Duration.between(receipt.finishedAt(), now).compareTo(endedFor) >= 0)
            .sorted(FINISHED_FIRST)
            .limit(limit)
            .toList();
    ended.forEach(receipt -> entries.remove(receipt.id().value(), Kept.of(receipt)));
    return ended.size();
  }

  /**
   * Returns all indexes: every search reads all that is in memory, and an index would save nothing.
   */
  @Override
  public SearchIndexes searchIndexes() {
    return new SearchIndexes(true, true);
  }

  @Override
  public Keeping keeping() {
    return keeping;
  }

  /** The document under one id: one of the three is there. */
  private record Kept(
      Optional<TransactionRecord> record,
      Optional<MemberDocument> member,
      Optional<Receipt> receipt) {

    static Kept of(TransactionRecord record) {
      return new Kept(Optional.of(record), Optional.empty(), Optional.empty());
    }

    static Kept of(MemberDocument member) {
      return new Kept(Optional.empty(), Optional.of(member), Optional.empty());
    }

    static Kept of(Receipt receipt) {
      return new Kept(Optional.empty(), Optional.empty(), Optional.of(receipt));
    }

    /** The record, if it is decided and no tombstone. */
    Optional<RecordId> decided() {
      return record
          .filter(there -> there.state().isDecided() && !there.isTombstone())
          .map(TransactionRecord::id);
    }

    /** Returns whether the document is a member, or the record of one transaction. */
    boolean isTransaction() {
      return member.isPresent() || record.filter(there -> !there.id().isOfMany()).isPresent();
    }
  }

  /**
   * The order of the records that a query asks for: by a time that each has, then by id.
   *
   * @param query for records, not for transactions or members
   * @param now by the store's clock
   */
  private record RecordOrder(RecordQuery query, Instant now)
      implements Comparator<TransactionRecord> {

    @Override
    public int compare(TransactionRecord one, TransactionRecord other) {
      return Comparator.comparing((TransactionRecord record) -> query.time(record).orElseThrow())
          .thenComparing(TransactionRecord::id)
          .compare(one, other);
    }

    /** The query's condition: whether {@code record} is among the records that it asks for. */
    boolean asksFor(TransactionRecord record) {
      return query
          .time(record)
          .filter(
              at ->
                  query
                          .unmodifiedFor()
                          .map(since -> Duration.between(at, now).compareTo(since) >= 0)
                          .orElse(true)
                      && (query.application().isEmpty()
                          || record.owner().map(Owner::application).equals(query.application()))
                      && query.after().map(place -> place.isBefore(at, record.id())).orElse(true))
          .isPresent();
    }
  }
}
