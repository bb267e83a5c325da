package io.twophase.adapter.mongo.record;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Keeping;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.Records.Whole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * Records, their members' documents and receipts in one MongoDB collection.
 *
 * @param adoptedCurrency of what the tutorial has made
 * @param retention how long records are kept, and who removes them
 * @param whole runs a record at once, if the server has transactions and they may be used
 */
public record MongoRecords(
    Table table,
    Currency adoptedCurrency,
    ServerClock clock,
    RecordRetention retention,
    Optional<WholeRecords> whole)
    implements Records {

  /** More than an id weighs in an array. */
  private static final int ID = 800;

  /** More than a reason weighs in an array, with the id of its member. */
  private static final int REASON = 4_000;

  /** More than an amount weighs in an array. */
  private static final int AMOUNT = 32;

  private Lookups lookups() {
    return new Lookups(table.reads(), new RecordCodec(adoptedCurrency), clock);
  }

  private RecordQueries queries() {
    return new RecordQueries(table.reads(), lookups(), clock, retention);
  }

  private Removals removals() {
    return new Removals(table, clock);
  }

  /** Records go before members. All are one command, unless a server takes less at once. */
  @Override
  public List<List<BeginOutcome>> insert(List<NewRecord> records) {
    Instant now = clock.now();
    List<BsonDocument> documents = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (NewRecord record : records) {
      TransactionRecord stored = record.stored(now);
      int ofBody = stored.only().map(MongoRecords::weight).orElse(MemberCodec.WRITE);
      documents.add(RecordCodec.encode(stored));
      weights.add(ofBody + ID * stored.members().size());
    }
    List<List<NewTransaction>> apart = records.stream().map(NewRecord::membersApart).toList();
    for (int at = 0; at < apart.size(); at++) {
      if (!apart.get(at).isEmpty()) {
        MemberCodec.encode(apart.get(at), documents.get(at), documents, weights);
      }
    }
    List<BeginOutcome> outcomes =
        Calls.send(
            table.server().batches(documents, weights),
            some -> InsertOutcome.begun(table.insert(some)),
            BeginOutcome.IN_DOUBT);
    List<List<BeginOutcome>> answers = new ArrayList<>(records.size());
    int members = records.size();
    for (int at = 0; at < records.size(); at++) {
      int size = apart.get(at).size();
      List<BeginOutcome> answer = new ArrayList<>(1 + size);
      answer.add(outcomes.get(at));
      answer.addAll(outcomes.subList(members, members + size));
      answers.add(answer);
      members += size;
    }
    return answers;
  }

  /** A call that only closes records waits for no majority: no decision depends on it. */
  @Override
  public List<MatchOutcome> move(List<Transition> transitions) {
    return send(
        transitions,
        MongoRecords::weight,
        some -> {
          boolean areClosing = some.stream().allMatch(Transition::isClosing);
          Table by = areClosing ? table.byPrimary() : table;
          return matched(by, some, TransitionUpdates::of, TransitionUpdates::left);
        });
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return send(
        takes,
        take -> weight(take.free().body()),
        some -> matched(table, some, MemberCodec::take, MemberCodec::left));
  }

  /**
   * Sends one command. If some writes match and it is not told which, then those are matched that
   * have left their documents as they do.
   *
   * @param left matches a document that the write has left so, and changes nothing
   */
  private static <T> List<MatchOutcome> matched(
      Table by,
      List<T> asked,
      Function<T, UpdateOneModel<BsonDocument>> write,
      Function<T, UpdateOneModel<BsonDocument>> left) {
    return Matches.outcomes(
        asked,
        by.update(asked.stream().map(write).toList()),
        some -> by.update(some.stream().map(left).toList()));
  }

  private <T> List<MatchOutcome> send(
      List<T> asked, Function<T, Integer> weight, Function<List<T>, List<MatchOutcome>> command) {
    List<List<T>> batches =
        asked.size() == 1
            ? List.of(asked)
            : table.server().batches(asked, asked.stream().map(weight).toList());
    return Calls.send(batches, command, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<Lookup> find(List<RecordId> ids) {
    return shown(
        ids.stream().map(RecordId::value).toList(),
        found -> found.stream().map(lookups()::record).toList());
  }

  @Override
  public List<Lookup> findMembers(List<TransactionId> ids) {
    return shown(ids.stream().map(TransactionId::value).toList(), lookups()::members);
  }

  /** The lookup of each id, of the documents that are there. */
  private List<Lookup> shown(List<String> ids, Function<List<BsonDocument>, List<Lookup>> read) {
    Map<String, Lookup> shown = new HashMap<>();
    read.apply(List.copyOf(table.reads().byId(ids).values()))
        .forEach(lookup -> shown.put(lookup.id(), lookup));
    return ids.stream()
        .map(id -> Optional.ofNullable(shown.get(id)).orElseGet(() -> Lookup.absent(id)))
        .toList();
  }

  /** A document that cannot be read is not written to. */
  @Override
  public Lookup findLatest(TransactionId id) {
    Lookup seen = findMembers(List.of(id)).get(0);
    return seen.kind() == Lookup.Kind.UNREADABLE
        ? seen
        : table
            .reads()
            .latest(id.value())
            .map(document -> lookups().member(document, table.reads()::latest))
            .orElseGet(() -> Lookup.absent(id.value()));
  }

  @Override
  public List<Lookup> list(RecordQuery query) {
    return queries().list(query);
  }

  @Override
  public void scan(Optional<AccountId> account, Consumer<Lookup> consumer) {
    queries().scan(account, consumer);
  }

  @Override
  public void scanReceipts(Consumer<Lookup> consumer) {
    queries().scanReceipts(consumer);
  }

  @Override
  public List<MatchOutcome> remove(List<Removal> going) {
    return send(going, MongoRecords::weight, removals()::remove);
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    RecordQuery.requireLimit(limit);
    return removals().removeReceipts(endedFor, limit);
  }

  @Override
  public boolean runsWhole() {
    return whole.isPresent();
  }

  @Override
  public Whole tryWhole(NewRecord record) {
    return whole.map(one -> one.run(record)).orElseGet(() -> Whole.of(Whole.Kind.NOT_RUN));
  }

  @Override
  public SearchIndexes searchIndexes() {
    return new Indexes(table).search();
  }

  @Override
  public Keeping keeping() {
    return retention.keeping();
  }

  private static int weight(NewTransaction body) {
    return body.isBareTransfer() ? MemberCodec.WRITE : MemberCodec.WRITE + (int) body.bytes();
  }

  private static int weight(Transition transition) {
    Verdict verdict = transition.verdict();
    int amounts =
        verdict.moved().values().stream().mapToInt(moved -> REASON + AMOUNT * moved.size()).sum();
    return MemberCodec.WRITE
        + REASON * (transition.excluded().size() + verdict.refused().size())
        + ID * (verdict.left().size() + verdict.unseen().size())
        + amounts;
  }

  private static int weight(Removal removal) {
    return removal.going().fold(record -> MemberCodec.WRITE, member -> weight(member.body()));
  }
}
