package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.record.MongoRecords;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * Records. They are inserted with the time {@link #STAMP}, long ago: a record whose last change is
 * stamped later has been stamped by the server, as it must.
 */
final class ProbedRecords extends Probed {

  /** When the records begin. */
  private static final Instant STAMP = Instant.parse("2000-01-01T00:00:00Z");

  /** A clock that stands there. */
  static final ServerClock AT_STAMP = at(STAMP);

  private final Records records;

  /** The same records, with a clock that is ahead. */
  private final Records later;

  private final Map<RecordId, TransactionRecord> expected = new LinkedHashMap<>();
  private final Map<TransactionId, MemberDocument> members = new LinkedHashMap<>();

  /**
   * Records in {@code scratch}.
   *
   * @param ahead how far the clock is ahead by which they are listed
   */
  ProbedRecords(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Duration ahead) {
    super(server.errors().store());
    this.records = records(database, scratch, server, AT_STAMP);
    this.later = records(database, scratch, server, at(STAMP.plus(ahead)));
  }

  private static MongoRecords records(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      ServerClock clock) {
    return new MongoRecords(
        scratch,
        ProbeRun.CURRENCY,
        clock,
        server,
        new RecordRetention(database, scratch, server),
        Optional.empty());
  }

  private static ServerClock at(Instant instant) {
    return new ServerClock(InstantSource.fixed(instant), Optional::empty);
  }

  TransactionRecord record(RecordId id) {
    return Objects.requireNonNull(expected.get(id));
  }

  MemberDocument member(TransactionId id) {
    return Objects.requireNonNull(members.get(id));
  }

  void insert(String asked, NewRecord... begun) {
    List<BeginOutcome> exact = new ArrayList<>();
    for (NewRecord record : begun) {
      exact.add(begun(expected.putIfAbsent(record.id(), record.stored(STAMP)) == null));
      record
          .documents(STAMP)
          .forEach(one -> exact.add(begun(members.putIfAbsent(one.id(), one) == null)));
    }
    require(
        asked, exact, () -> records.insert(List.of(begun)).stream().flatMap(List::stream).toList());
  }

  private static BeginOutcome begun(boolean isNew) {
    return isNew ? BeginOutcome.BEGUN : BeginOutcome.ID_TAKEN;
  }

  void move(String asked, Transition... transitions) {
    List<MatchOutcome> exact = new ArrayList<>();
    for (Transition transition : transitions) {
      Optional<TransactionRecord> after = transition.apply(record(transition.record()), STAMP);
      after.ifPresent(moved -> expected.put(moved.id(), moved));
      exact.add(outcome(after.isPresent()));
    }
    require(
        asked,
        exact,
        () -> {
          List<MatchOutcome> answered = records.move(List.of(transitions));
          // a closing one did not wait for a majority: a read might not show it yet
          Stream.of(transitions)
              .filter(Transition::isClosing)
              .forEach(one -> records.findLatest(record(one.record()).members().get(0)));
          return answered;
        });
  }

  void take(String asked, MemberTake take) {
    MemberDocument found = member(take.member());
    boolean isFree = take.finds(found);
    if (isFree) {
      members.remove(take.member());
      take.taken(found, STAMP)
          .peekLeft(alone -> expected.put(alone.id(), alone))
          .peek(still -> members.put(still.id(), still));
    }
    require(asked, List.of(outcome(isFree)), () -> records.take(List.of(take)));
  }

  /** Reads a record by a write to it. */
  void latest(String asked, TransactionId id) {
    require(
        asked, Optional.empty(), () -> difference(record(RecordId.of(id)), records.findLatest(id)));
  }

  /** Lists records by the clock that is ahead. Other runs of the probe may have left records. */
  void list(String asked, RecordQuery query, RecordId... exact) {
    require(asked, List.of(exact), () -> listed(query));
  }

  /** Lists what comes after {@code place}, which {@code query} shows. */
  void listAfter(String asked, RecordQuery query, RecordId place, RecordId... exact) {
    require(
        asked,
        List.of(exact),
        () ->
            later.list(query).stream()
                .flatMap(lookup -> lookup.record().stream())
                .filter(record -> record.id().equals(place))
                .findFirst()
                .map(record -> listed(query.after(record)))
                .orElse(List.of()));
  }

  private List<RecordId> listed(RecordQuery query) {
    return later.list(query).stream()
        .flatMap(lookup -> lookup.record().stream())
        .map(TransactionRecord::id)
        .filter(expected::containsKey)
        .toList();
  }

  @Override
  Optional<String> difference() {
    List<RecordId> ids = List.copyOf(expected.keySet());
    List<Lookup> seen = records.find(ids);
    List<TransactionId> ofMembers = List.copyOf(members.keySet());
    List<Lookup> seenMembers = ofMembers.isEmpty() ? List.of() : records.findMembers(ofMembers);
    Optional<String> difference = Optional.empty();
    for (int at = 0; at < ids.size() && difference.isEmpty(); at++) {
      difference = difference(record(ids.get(at)), seen.get(at));
    }
    for (int at = 0; at < ofMembers.size() && difference.isEmpty(); at++) {
      Optional<MemberDocument> found = seenMembers.get(at).member();
      difference =
          !found.equals(Optional.of(member(ofMembers.get(at))))
              ? Optional.of(
                  "the member "
                      + ofMembers.get(at)
                      + " is "
                      + found.map(Object::toString).orElse("not there"))
              : Optional.empty();
    }
    return difference;
  }

  private static Optional<String> difference(TransactionRecord wanted, Lookup lookup) {
    if (lookup.record().isEmpty()) {
      return Optional.of("the record of it is " + lookup);
    }
    TransactionRecord seen = lookup.record().orElseThrow();
    if (!wanted.timeline().equals(Timeline.NONE) && !isStamped(seen)) {
      return Optional.of(
          "the record " + wanted.id() + " is not stamped with the time of its change");
    }
    return !asInserted(seen).equals(wanted)
        ? Optional.of("the record " + wanted.id() + " is " + asInserted(seen) + ", not " + wanted)
        : Optional.empty();
  }

  private static boolean isStamped(TransactionRecord record) {
    Timeline steps = record.timeline();
    return Stream.of(
            Optional.of(record.lastModified()),
            steps.claimedAt(),
            steps.takenOverAt(),
            steps.authorizedAt(),
            steps.decidedAt(),
            steps.finishedAt())
        .flatMap(Optional::stream)
        .allMatch(STAMP::isBefore);
  }

  private static TransactionRecord asInserted(TransactionRecord record) {
    return new TransactionRecord(
        record.id(),
        record.members(),
        record.only(),
        record.inOrder(),
        record.state(),
        record.epoch(),
        record.owner(),
        record.excluded(),
        record.verdict(),
        record.leavesOut(),
        record.reason(),
        record.approvals(),
        STAMP,
        STAMP,
        record.timeline().map(at -> STAMP));
  }
}
