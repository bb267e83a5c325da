package io.twophase.adapter.mongo.record;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.QuorumReads;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Keeping;
import io.twophase.ports.ReadLimit;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Whole;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.bson.BsonDocument;

/** Records, their members' documents and receipts in one MongoDB collection. */
public final class MongoRecords implements Records {

  private final ServerClock clock;
  private final RecordRetention retention;
  private final ServerLimits limits;
  private final Reads reads;
  private final QuorumReads quorum;
  private final Writes writes;
  private final Writes closing;
  private final Lookups lookups;
  private final RecordQueries queries;
  private final Removals removals;
  private final Option<WholeRecords> whole;

  /**
   * The records in {@code collection}, which must read and write with majority.
   *
   * @param adoptedCurrency of what the tutorial has made
   * @param retention how long records are kept, and who removes them
   * @param whole runs a record at once, if the server has transactions and they may be used
   */
  public MongoRecords(
      MongoCollection<BsonDocument> collection,
      Currency adoptedCurrency,
      ServerClock clock,
      Server server,
      RecordRetention retention,
      Option<WholeRecords> whole) {
    this.clock = clock;
    this.whole = whole;
    this.retention = retention;
    this.limits = server.limits();
    this.reads = new Reads(collection, server);
    this.quorum = new QuorumReads(collection, server);
    this.writes = new Writes(collection, server);
    this.closing = writes.byPrimary();
    this.lookups = new Lookups(reads, new RecordCodec(adoptedCurrency), clock);
    this.queries = new RecordQueries(reads, lookups, clock, retention);
    this.removals = new Removals(reads, writes, clock);
  }

  /** Records go before members. All are one command, unless a server takes less at once. */
  @Override
  public List<List<BeginOutcome>> insert(List<NewRecord> records) {
    Instant now = clock.now();
    List<Weighed> documents = new ArrayList<>();
    records.forEach(
        record ->
            documents.add(new Weighed(RecordCodec.encode(record.stored(now)), Weights.of(record))));
    records.forEach(
        record ->
            record
                .documents(now)
                .forEach(
                    member ->
                        documents.add(
                            new Weighed(MemberCodec.encode(member), Weights.of(member.body())))));
    List<BeginOutcome> outcomes =
        Batches.send(
            limits.batches(documents, Weighed::weight), this::insertBatch, BeginOutcome.IN_DOUBT);
    List<List<BeginOutcome>> answers = new ArrayList<>(records.size());
    int members = records.size();
    for (int at = 0; at < records.size(); at++) {
      int size = records.get(at).id().isOfMany() ? records.get(at).members().size() : 0;
      List<BeginOutcome> answer = new ArrayList<>(1 + size);
      answer.add(outcomes.get(at));
      answer.addAll(outcomes.subList(members, members + size));
      answers.add(answer);
      members += size;
    }
    return answers;
  }

  /** A document with more than it weighs, in bytes. */
  private record Weighed(BsonDocument document, int weight) {}

  private List<BeginOutcome> insertBatch(List<Weighed> documents) {
    return writes.insert(documents.stream().map(Weighed::document).toList()).stream()
        .map(MongoRecords::begun)
        .toList();
  }

  private static BeginOutcome begun(InsertOutcome inserted) {
    return switch (inserted) {
      case INSERTED -> BeginOutcome.BEGUN;
      case KEY_TAKEN -> BeginOutcome.ID_TAKEN;
      case IN_DOUBT -> BeginOutcome.IN_DOUBT;
    };
  }

  /** A call that only closes records waits for no majority: no decision depends on it. */
  @Override
  public List<MatchOutcome> move(List<Transition> transitions) {
    return send(
        transitions,
        Weights::of,
        some -> {
          Writes by = some.stream().allMatch(Transition::isClosing) ? closing : writes;
          return Counting.matched(by, some, TransitionUpdates::of, TransitionUpdates::left);
        });
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return send(
        takes,
        take -> Weights.of(take.free().body()),
        some -> Counting.matched(writes, some, MemberTakes::of, MemberTakes::left));
  }

  private <T> List<MatchOutcome> send(
      List<T> asked, ToIntFunction<T> weight, Function<List<T>, List<MatchOutcome>> command) {
    return Batches.send(limits.batches(asked, weight), command, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<Lookup> find(List<RecordId> ids) {
    Map<String, BsonDocument> found = reads.byId(ids.stream().map(RecordId::value).toList());
    return ids.stream()
        .map(
            id ->
                Option.of(found.get(id.value()))
                    .map(lookups::record)
                    .getOrElse(() -> Lookup.absent(id.value())))
        .toList();
  }

  @Override
  public List<Lookup> findMembers(List<TransactionId> ids) {
    Map<String, BsonDocument> found = reads.byId(ids.stream().map(TransactionId::value).toList());
    List<String> there = List.copyOf(found.keySet());
    List<Lookup> all = lookups.members(there.stream().map(found::get).toList());
    Map<String, Lookup> shown = new HashMap<>();
    for (int at = 0; at < there.size(); at++) {
      shown.put(there.get(at), all.get(at));
    }
    return ids.stream()
        .map(id -> Option.of(shown.get(id.value())).getOrElse(() -> Lookup.absent(id.value())))
        .toList();
  }

  /** A document that cannot be read is not written to. */
  @Override
  public Lookup findLatest(TransactionId id) {
    Lookup seen = findMembers(List.of(id)).get(0);
    return seen.kind() == Lookup.Kind.UNREADABLE
        ? seen
        : quorum
            .byId(id.value())
            .map(document -> lookups.member(document, quorum::byId))
            .getOrElse(() -> Lookup.absent(id.value()));
  }

  @Override
  public List<Lookup> list(RecordQuery query) {
    return queries.list(query);
  }

  @Override
  public void scan(Option<AccountId> account, Consumer<Lookup> consumer) {
    queries.scan(account, consumer);
  }

  @Override
  public void scanReceipts(Consumer<Lookup> consumer) {
    queries.scanReceipts(consumer);
  }

  @Override
  public List<MatchOutcome> remove(List<Removal> going) {
    return send(going, Weights::of, removals::remove);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    ReadLimit.require(limit);
    return removals.removeReceipts(endedFor, limit);
  }

  @Override
  public boolean runsWhole() {
    return whole.isDefined();
  }

  @Override
  public Whole tryWhole(NewRecord record) {
    return whole.map(one -> one.run(record)).getOrElse(() -> Whole.of(Whole.Kind.NOT_RUN));
  }

  @Override
  public Keeping keeping() {
    return new Keeping(
        retention.period(), retention.receipts(), retention.isSet(), retention.hasReceiptsOfAll());
  }
}
