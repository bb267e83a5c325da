package io.twophase.adapter.mongo.batch;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.document.batch.BatchCodec;
import io.twophase.adapter.mongo.document.batch.MemberCodec;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.State;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.MemberReceipt;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The batches and their members, in the MongoDB collection of the transaction records. */
public final class MongoBatchRepository implements BatchRepository {

  /** More than a write weighs, in bytes, but for the members and the verdict of a record. */
  private static final int WEIGHT = 8_000;

  private static final BsonDocument BY_ID = new BsonDocument(Field.ID, new BsonInt32(1));

  /** The first text after all that begin as ids of batches do. */
  private static final String AFTER_BATCHES = "batch;";

  private final MemberWrites members;
  private final ServerClock clock;
  private final RecordRetention retention;
  private final Reads reads;
  private final Writes writes;
  private final Writes closing;
  private final ServerLimits limits;

  /** Those in {@code collection}, which must read and write with majority. */
  public MongoBatchRepository(
      MongoCollection<BsonDocument> collection,
      TransactionCodec codec,
      ServerClock clock,
      Server server,
      RecordRetention retention) {
    this.clock = clock;
    this.retention = retention;
    this.reads = new Reads(collection, server);
    this.writes = new Writes(collection, server);
    this.closing = writes.byPrimary();
    this.members = new MemberWrites(writes, codec, clock);
    this.limits = server.limits();
  }

  @Override
  public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
    Instant now = clock.now();
    List<BsonDocument> documents = new ArrayList<>(1 + batch.transfers().size());
    documents.add(BatchCodec.encode(BatchRecord.begun(batch, owner, now)));
    batch.documents().forEach(member -> documents.add(MemberCodec.encode(member, now)));
    List<BeginOutcome> outcomes = insert(documents);
    return new BatchBegun(outcomes.get(0), outcomes.subList(1, outcomes.size()));
  }

  @Override
  public List<BeginOutcome> bury(List<BatchId> ids) {
    Instant now = clock.now();
    return insert(
        ids.stream().map(id -> BatchCodec.encode(BatchRecord.tombstone(id, now))).toList());
  }

  /** One command, unless a server takes less at once. */
  private List<BeginOutcome> insert(List<BsonDocument> documents) {
    return Batches.send(
        limits.batches(documents, MongoBatchRepository::weight),
        some -> writes.insert(some).stream().map(MongoBatchRepository::begun).toList(),
        BeginOutcome.IN_DOUBT);
  }

  private static int weight(BsonDocument document) {
    return WEIGHT + 8 * document.getArray(Field.MEMBERS, new BsonArray()).size();
  }

  private static BeginOutcome begun(InsertOutcome inserted) {
    return switch (inserted) {
      case INSERTED -> BeginOutcome.BEGUN;
      case KEY_TAKEN -> BeginOutcome.ID_TAKEN;
      case IN_DOUBT -> BeginOutcome.IN_DOUBT;
    };
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return send(takes, members::take);
  }

  /** What only closes records waits for no majority: nothing that is decided depends on it. */
  @Override
  public List<MatchOutcome> advance(List<BatchTransition> transitions) {
    return send(
        transitions,
        some -> {
          Writes by = some.stream().allMatch(BatchTransition::isClosing) ? closing : writes;
          return matched(by, some, BatchUpdates::of, BatchUpdates::left);
        });
  }

  private <T> List<MatchOutcome> send(
      List<T> elements, Function<List<T>, List<MatchOutcome>> command) {
    return Batches.send(
        limits.batches(elements, element -> WEIGHT), command, MatchOutcome.IN_DOUBT);
  }

  /**
   * One command; where some have matched and it is not told which, those that have left their
   * documents as they do.
   */
  static <T> List<MatchOutcome> matched(
      Writes by,
      List<T> asked,
      Function<T, ? extends WriteModel<BsonDocument>> write,
      Function<T, ? extends WriteModel<BsonDocument>> left) {
    return by.update(asked.stream().map(write).toList())
        .flatMap(
            matched ->
                Recount.unlessTold(
                    asked, matched, some -> by.update(some.stream().map(left).toList())))
        .map(
            matched ->
                IntStream.range(0, asked.size())
                    .mapToObj(at -> Matches.outcome(matched.contains(at)))
                    .toList())
        .getOrElse(Batches.all(asked, MatchOutcome.IN_DOUBT));
  }

  /** By the index of the ids, of which those of batches are one range. */
  @Override
  public boolean hasRecords() {
    return !reads.first(new BsonDocument(Field.ID, idsOfBatches()), BY_ID, 1).isEmpty();
  }

  private static BsonDocument idsOfBatches() {
    return new BsonDocument("$gte", new BsonString(BatchId.PREFIX))
        .append("$lt", new BsonString(AFTER_BATCHES));
  }

  @Override
  public Option<Duration> keptFor() {
    return retention.period();
  }

  @Override
  public List<BatchLookup> find(List<BatchId> ids) {
    Map<String, BsonDocument> found = reads.byId(ids.stream().map(BatchId::value).toList());
    return ids.stream()
        .map(
            id ->
                Option.of(found.get(id.value()))
                    .map(this::lookup)
                    .getOrElse(() -> new BatchLookup.Absent(id)))
        .toList();
  }

  private BatchLookup lookup(BsonDocument document) {
    return BatchCodec.decode(document)
        .fold(
            unreadable -> unreadable,
            record -> new BatchLookup.Found(record, clock.since(record.lastModified())));
  }

  @Override
  public List<BatchLookup> unfinished(Duration unmodifiedFor, int limit) {
    BsonDocument filter = Indexes.isOpen(new BsonDocument("$in", new BsonArray(StateNames.open())));
    filter.putAll(ofBatches());
    return oldest(filter, Field.LAST_MODIFIED, unmodifiedFor, limit);
  }

  /** By the index of these, and where there is none by their ids. */
  @Override
  public List<BatchLookup> ended(EndedQuery query) {
    BsonDocument filter =
        BatchUpdates.in(ofBatches().append(Field.ID, idsOfBatches()), State.DONE, State.CANCELED);
    BsonDocument dates = new BsonDocument("$exists", BsonBoolean.TRUE);
    // the estimate of the server's clock may be a moment behind: where any age will do, ask of none
    if (!query.endedFor().isZero()) {
      dates.append("$lte", Places.date(clock.now().minus(query.endedFor())));
    }
    query
        .after()
        .forEach(
            place ->
                Places.after(
                    filter, dates, Field.ENDED_AT, place.finishedAt(), place.id().value()));
    filter.append(Field.ENDED_AT, dates);
    return reads.pageByDate(filter, Field.ENDED_AT, query.skip(), query.limit()).stream()
        .map(this::lookup)
        .toList();
  }

  /** By the index of these, and where there is none by their ids. */
  @Override
  public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
    BsonDocument filter = Indexes.leavesOut().append(Field.ID, idsOfBatches());
    filter.putAll(BatchUpdates.in(ofBatches(), State.DONE, State.CANCELED));
    return oldest(filter, Field.LAST_MODIFIED, unmodifiedFor, limit);
  }

  @Override
  public MatchOutcome forgetLeftOut(BatchId id) {
    return matched(closing, List.of(id), BatchUpdates::forgetLeftOut, BatchUpdates::forgetLeftOut)
        .get(0);
  }

  private static BsonDocument ofBatches() {
    return new BsonDocument(Field.KIND, new BsonString(Field.KIND_BATCH));
  }

  private List<BatchLookup> oldest(BsonDocument filter, String time, Duration since, int limit) {
    BsonDocument order =
        new BsonDocument(time, new BsonInt32(1)).append(Field.ID, new BsonInt32(1));
    return reads.first(since(filter, time, since), order, limit).stream()
        .map(this::lookup)
        .toList();
  }

  /** The estimate of the server's clock may be a moment behind: where any age will do, any time. */
  private BsonDocument since(BsonDocument filter, String time, Duration since) {
    return since.isZero()
        ? filter
        : filter.append(
            time,
            new BsonDocument("$lte", new BsonDateTime(clock.now().minus(since).toEpochMilli())));
  }

  @Override
  public List<TransferLookup> naming(BatchRecord batch) {
    BsonString id = new BsonString(batch.id().value());
    List<BsonDocument> found = new ArrayList<>();
    if (batch.isTombstone()) {
      reads.all(new BsonDocument(Field.BATCH, id), found::add);
    } else {
      found.addAll(
          reads.byId(batch.members().stream().map(TransactionId::value).toList()).values());
      found.removeIf(document -> !id.equals(document.get(Field.BATCH)));
    }
    return found.stream()
        .sorted(Comparator.comparing(Fields::idText))
        .map(MongoBatchRepository::member)
        .toList();
  }

  private static TransferLookup member(BsonDocument document) {
    return MemberCodec.decode(document)
        .fold(
            fault -> new TransferLookup.Unreadable(Fields.idText(document), fault),
            stored -> new TransferLookup.OfBatch(stored.document()));
  }

  @Override
  public List<MatchOutcome> removeMembers(List<MemberDocument> gone) {
    return send(gone, members::remove);
  }

  @Override
  public List<MatchOutcome> replaceMembers(List<MemberReceipt> gone) {
    return send(gone, members::replace);
  }

  @Override
  public MatchOutcome remove(BatchId id) {
    return writes.remove(BatchUpdates.in(BatchUpdates.batch(id), State.DONE, State.CANCELED));
  }
}
