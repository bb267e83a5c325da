package io.twophase.adapter.mongo.transaction;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.LabelDocuments;
import io.twophase.adapter.mongo.document.ReceiptCodec;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.QuorumReads;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.BodySize;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.NewRecord;
import io.twophase.ports.ReadLimit;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The transaction records in a MongoDB collection. */
public final class MongoTransactionRepository implements TransactionRepository {

  /** More than a record weighs without its operations. */
  private static final int RECORD_BYTES = 8_000;

  /** More than a transition's update weighs. */
  private static final int TRANSITION_BYTES = 8_000;

  /** More than an amount in an array weighs. */
  private static final int AMOUNT_BYTES = 32;

  private static final BsonDocument NO_BATCH =
      new BsonDocument("$ne", new BsonString(Field.KIND_BATCH));

  /** Neither the record of a batch nor a receipt. */
  private static final BsonDocument TRANSACTION =
      new BsonDocument(
          "$nin",
          new BsonArray(
              List.of(new BsonString(Field.KIND_BATCH), new BsonString(Field.KIND_RECEIPT))));

  private static final BsonDocument NEWEST_FIRST =
      new BsonDocument(Field.CREATED_AT, new BsonInt32(-1)).append(Field.ID, new BsonInt32(1));

  private static final BsonDocument EXPIRED_FIRST =
      new BsonDocument(Field.EXPIRES_AT, new BsonInt32(1)).append(Field.ID, new BsonInt32(1));

  private static final BsonDocument OLDEST_FIRST =
      new BsonDocument(Field.LAST_MODIFIED, new BsonInt32(1)).append(Field.ID, new BsonInt32(1));

  private final TransactionCodec codec;
  private final TransactionLookups lookups;
  private final ServerClock clock;
  private final RecordRetention retention;
  private final FinishedRecords finished;
  private final Receipts receipts;
  private final Reads reads;
  private final Writes writes;
  private final Writes closing;
  private final ServerLimits limits;
  private final QuorumReads quorum;

  /** The records in {@code collection}, which must read and write with majority. */
  public MongoTransactionRepository(
      MongoCollection<BsonDocument> collection,
      TransactionCodec codec,
      ServerClock clock,
      Server server,
      RecordRetention retention) {
    this.codec = codec;
    this.clock = clock;
    this.retention = retention;
    this.reads = new Reads(collection, server);
    this.lookups = new TransactionLookups(reads, codec, clock);
    this.writes = new Writes(collection, server);
    this.closing = writes.byPrimary();
    this.quorum = new QuorumReads(collection, server);
    this.limits = server.limits();
    this.finished = new FinishedRecords(reads, writes, lookups, clock, limits);
    this.receipts = new Receipts(reads, writes, clock, limits);
  }

  @Override
  public List<BeginOutcome> begin(List<NewRecord> records) {
    return Batches.send(
        limits.batches(records, MongoTransactionRepository::weight),
        this::beginBatch,
        BeginOutcome.IN_DOUBT);
  }

  private static int weight(NewRecord record) {
    return RECORD_BYTES + (int) BodySize.of(record.body());
  }

  private List<BeginOutcome> beginBatch(List<NewRecord> records) {
    Instant now = clock.now();
    return writes
        .insert(records.stream().map(record -> codec.encode(record.stored(now))).toList())
        .stream()
        .map(MongoTransactionRepository::begun)
        .toList();
  }

  private static BeginOutcome begun(InsertOutcome inserted) {
    return switch (inserted) {
      case INSERTED -> BeginOutcome.BEGUN;
      case KEY_TAKEN -> BeginOutcome.ID_TAKEN;
      case IN_DOUBT -> BeginOutcome.IN_DOUBT;
    };
  }

  /** What only closes records waits for no majority: nothing that is decided depends on it. */
  @Override
  public List<MatchOutcome> advance(List<Transition> transitions) {
    return Batches.send(
        limits.batches(transitions, MongoTransactionRepository::weight),
        this::advanceBatch,
        MatchOutcome.IN_DOUBT);
  }

  private static int weight(Transition transition) {
    return transition instanceof AuthorizationTransition.Capture capture
        ? TRANSITION_BYTES + AMOUNT_BYTES * capture.captured().amounts().size()
        : TRANSITION_BYTES;
  }

  private List<MatchOutcome> advanceBatch(List<Transition> transitions) {
    Writes by = transitions.stream().allMatch(Transition::isClosing) ? closing : writes;
    return by.update(transitions.stream().map(TransitionUpdates::of).toList())
        .flatMap(matched -> advanced(transitions, matched, by))
        .map(
            advanced ->
                IntStream.range(0, transitions.size())
                    .mapToObj(at -> Matches.outcome(advanced.contains(at)))
                    .toList())
        .getOrElse(Batches.all(transitions, MatchOutcome.IN_DOUBT));
  }

  /** Where some matched and it is not told which: those that have left their records as they do. */
  private static Answer<Set<Integer>> advanced(
      List<Transition> transitions, Matches matched, Writes by) {
    return Recount.unlessTold(
        transitions,
        matched,
        asked -> by.update(asked.stream().map(TransitionUpdates::left).toList()));
  }

  @Override
  public List<TransactionLookup> find(List<TransactionId> ids) {
    Map<String, BsonDocument> found = reads.byId(ids.stream().map(TransactionId::value).toList());
    Map<String, TransactionLookup> shown = new HashMap<>();
    List<String> there = List.copyOf(found.keySet());
    List<TransactionLookup> all = lookups.of(there.stream().map(found::get).toList());
    for (int at = 0; at < there.size(); at++) {
      shown.put(there.get(at), all.get(at));
    }
    return ids.stream()
        .map(
            id ->
                Option.of(shown.get(id.value())).getOrElse(() -> new TransactionLookup.Absent(id)))
        .toList();
  }

  /** What cannot be read is not written to. */
  @Override
  public TransactionLookup findLatest(TransactionId id) {
    TransactionLookup seen = find(List.of(id)).get(0);
    return seen instanceof TransactionLookup.Unreadable
        ? seen
        : quorum
            .byId(id.value())
            .map(document -> lookups.of(document, quorum::byId))
            .getOrElse(() -> new TransactionLookup.Absent(id));
  }

  @Override
  public List<TransactionLookup> latest(TransactionQuery query) {
    BsonDocument filter = isTransaction();
    query.state().forEach(state -> inState(filter, state));
    query
        .account()
        .forEach(account -> filter.append("$or", touching(new BsonString(account.value()))));
    LabelDocuments.require(query.labels(), filter);
    return lookups.of(reads.first(filter, NEWEST_FIRST, query.limit()));
  }

  private static BsonDocument isTransaction() {
    return new BsonDocument(Field.KIND, TRANSACTION);
  }

  private static void inState(BsonDocument filter, State state) {
    BsonDocument named = new BsonDocument("$in", new BsonArray(StateNames.all(state)));
    if (state.isFinal()) {
      filter.append(Field.STATE, named);
    } else {
      filter.putAll(Indexes.isOpen(named));
    }
  }

  private static BsonArray touching(BsonString account) {
    return new BsonArray(
        List.of(
            new BsonDocument(Field.SOURCE, account),
            new BsonDocument(Field.DESTINATION, account),
            new BsonDocument(Field.path(Field.OPERATIONS, Field.ACCOUNT), account)));
  }

  @Override
  public List<TransactionLookup> unfinished(UnfinishedQuery query) {
    BsonDocument filter =
        Indexes.isOpen(new BsonDocument("$in", new BsonArray(StateNames.open())))
            .append(Field.KIND, NO_BATCH);
    // the estimate of the server's clock may be a moment behind: where any age will do, ask of none
    BsonDocument ages = new BsonDocument();
    if (!query.unmodifiedFor().isZero()) {
      ages.append("$lte", date(clock.now().minus(query.unmodifiedFor())));
    }
    query
        .after()
        .forEach(
            place ->
                Places.after(
                    filter, ages, Field.LAST_MODIFIED, place.lastModified(), place.id().value()));
    if (!ages.isEmpty()) {
      filter.append(Field.LAST_MODIFIED, ages);
    }
    query
        .application()
        .forEach(name -> filter.append(Field.APPLICATION, new BsonString(name.value())));
    return lookups.of(reads.page(filter, OLDEST_FIRST, query.skip(), query.limit()));
  }

  @Override
  public List<TransactionLookup> overdue(int limit) {
    ReadLimit.require(limit);
    BsonDocument expired =
        Indexes.isAuthorized()
            .append(Field.EXPIRES_AT, new BsonDocument("$lte", date(clock.now())))
            .append(Field.KIND, NO_BATCH);
    return lookups.of(reads.page(expired, EXPIRED_FIRST, 0, limit));
  }

  private static BsonDateTime date(Instant instant) {
    return new BsonDateTime(instant.toEpochMilli());
  }

  @Override
  public void scan(Consumer<TransactionLookup> consumer) {
    scan(isTransaction(), consumer);
  }

  @Override
  public void scan(AccountId account, Consumer<TransactionLookup> consumer) {
    scan(isTransaction().append("$or", touching(new BsonString(account.value()))), consumer);
  }

  private void scan(BsonDocument filter, Consumer<TransactionLookup> consumer) {
    List<BsonDocument> some = new ArrayList<>();
    Runnable show =
        () -> {
          lookups.of(some).stream()
              .filter(lookup -> !(lookup instanceof TransactionLookup.Absent))
              .forEach(consumer);
          some.clear();
        };
    reads.all(
        filter,
        document -> {
          some.add(document);
          if (some.size() == Batches.READ_AT_ONCE) {
            show.run();
          }
        });
    show.run();
  }

  @Override
  public boolean mayHaveExpired() {
    return retention.isSet();
  }

  @Override
  public Option<Duration> keptFor() {
    return retention.period();
  }

  @Override
  public List<TransactionLookup> ended(EndedQuery query) {
    return finished.ended(query, retention.isSet() && !retention.isByPass());
  }

  @Override
  public List<MatchOutcome> remove(List<Transaction> ended) {
    return finished.remove(ended);
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> left) {
    return receipts.replace(left);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    return receipts.remove(endedFor, limit);
  }

  @Override
  public void scanReceipts(Consumer<TransactionLookup> consumer) {
    scan(ReceiptCodec.all(), consumer);
  }

  @Override
  public Option<ReceiptPeriod> receiptsKept() {
    return retention.receipts();
  }

  @Override
  public boolean hasReceiptsOfAllRemoved() {
    return retention.hasReceiptsOfAll();
  }
}
