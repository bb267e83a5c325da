package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.domain.record.MatchOutcome.IN_DOUBT;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.CollectionRegistry;
import io.twophase.adapter.mongo.driver.Inspector;
import io.twophase.adapter.mongo.driver.KnownCollections;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.event.MongoOwnerRepository;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.Adoptions;
import io.twophase.adapter.mongo.hold.EndCall.EndWrites;
import io.twophase.adapter.mongo.hold.HoldCodec;
import io.twophase.adapter.mongo.hold.MongoAccounts;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.hold.PeriodWrites;
import io.twophase.adapter.mongo.hold.TargetWrites;
import io.twophase.adapter.mongo.hold.TutorialAccounts;
import io.twophase.adapter.mongo.record.MongoRecords;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNumber;

/**
 * Scratch documents on the server, and beside them what the domain's own rules and transitions
 * leave of each. A step does the same to both, and compares the answers and what it keeps; whatever
 * differs is the refusal of the server.
 *
 * <p>Records are inserted with the time {@link #STAMP}, long ago: what changes later must be
 * stamped later, by the server.
 */
abstract class Probed {

  static final Home HOME = new Home("probe");

  /** The currency of all scratch accounts. */
  static final Currency CURRENCY = Currency.getInstance("XXX");

  /** The lead of the clock by which records are listed. */
  static final Duration AHEAD = Duration.ofMinutes(30);

  /** The number of holds that an account may have: so few that the probe reaches it. */
  private static final HoldLimit LIMIT = new HoldLimit(4);

  /** When the records begin. */
  private static final Instant STAMP = Instant.parse("2000-01-01T00:00:00Z");

  /** All times after that, which the server's clock tells. */
  private static final Instant LATER = STAMP.plusSeconds(1);

  final OwnerRepository owners;

  /** The name of the run. */
  final String run;

  private final Comparison comparison;
  private final HoldRules rules;
  private final Holds holds;
  private final Accounts accounts;
  private final Records records;
  private final MongoCollection<BsonDocument> scratch;
  private final Table table;
  private final AccountCodec codec = new AccountCodec(new TutorialAccounts(CURRENCY), HOME);
  private final Map<Target, Stored> targets = new LinkedHashMap<>();
  private final Map<RecordId, TransactionRecord> kept = new LinkedHashMap<>();
  private final Map<TransactionId, MemberDocument> members = new LinkedHashMap<>();
  private Instant now = STAMP;

  /** Nothing yet, in {@code scratch}. */
  Probed(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      String run) {
    this.run = run;
    this.comparison = new Comparison(server.errors().store());
    this.scratch = scratch;
    this.table = new Table(scratch, server);
    this.rules =
        new HoldRules(HOME, CollectionName.of(scratch.getNamespace().getCollectionName()), LIMIT);
    KnownCollections collections =
        new KnownCollections(
            other -> database,
            database,
            new CollectionRegistry(table),
            inspector,
            Set.of(),
            (collection, of) -> Optional.empty(),
            Set.of(rules.accounts()),
            InstantSource.system());
    ServerClock clock = new ServerClock(() -> now, Optional::empty);
    this.holds = new MongoHolds(rules, codec, collections, server);
    this.accounts = new MongoAccounts(table, rules, codec, new PeriodWrites(table, clock));
    this.owners = new MongoOwnerRepository(table, clock);
    this.records =
        new MongoRecords(
            table, CURRENCY, clock, new RecordRetention(database, table), Optional.empty());
  }

  final TransactionRecord record(RecordId id) {
    return Objects.requireNonNull(kept.get(id));
  }

  final MemberDocument member(TransactionId id) {
    return Objects.requireNonNull(members.get(id));
  }

  private Stored target(AccountId id) {
    return Objects.requireNonNull(targets.get(new Target.OfAccount(id)));
  }

  final void open(String asked, Opening... openings) {
    comparison.require(
        asked,
        expect(
            List.of(openings),
            targets,
            one -> new Target.OfAccount(one.id()),
            (there, one) -> there.isPresent() ? Optional.empty() : Optional.of(Account.open(one))),
        () -> accounts.open(List.of(openings)),
        answers -> answers.stream().map(Probed::opened).toList(),
        this::otherTarget);
  }

  private static MatchOutcome opened(OpenOutcome answer) {
    return answer.fold(
        opened -> MATCHED, there -> NOT_MATCHED, refused -> NOT_MATCHED, doubt -> IN_DOUBT);
  }

  final void place(String asked, Placing... placings) {
    match(
        asked,
        List.of(placings),
        one -> one.claim().target(),
        (there, one) -> rules.place(there, one).toJavaOptional(),
        holds::place,
        Probed::placed);
  }

  private static MatchOutcome placed(Answer answer) {
    return answer.kind() == Answer.Kind.IN_DOUBT
        ? IN_DOUBT
        : Matches.outcome(answer.kind() == Answer.Kind.HELD);
  }

  final void stamp(String asked, Stamping... all) {
    match(asked, List.of(all), Stamping::target, rules::stamp, holds::stamp, outcome -> outcome);
  }

  final void end(String asked, Ending... endings) {
    match(
        asked,
        List.of(endings),
        Ending::target,
        (there, one) -> rules.end(there, one).flatMap(left -> left),
        holds::end,
        outcome -> outcome);
  }

  /**
   * Takes a step on targets. If only some of a call match, a server may tell only how many: "Match
   * counts" of {@link Holds}. The documents as stored are compared all the same.
   */
  private <T, A> void match(
      String asked,
      List<T> all,
      Function<T, Target> target,
      BiFunction<Optional<Stored>, T, Optional<Stored>> rule,
      Function<List<T>, List<A>> write,
      Function<A, MatchOutcome> outcome) {
    List<MatchOutcome> exact = expect(all, targets, target, rule);
    boolean isMixed = exact.contains(MATCHED);
    comparison.require(
        asked,
        exact,
        () -> write.apply(all),
        answers -> {
          List<MatchOutcome> told = answers.stream().map(outcome).toList();
          return IntStream.range(0, told.size())
              .mapToObj(at -> isMixed && told.get(at) == MATCHED ? exact.get(at) : told.get(at))
              .toList();
        },
        this::otherTarget);
  }

  /** Changes what is expected by the domain's rule, and returns which of all it changes. */
  private static <T, K, S> List<MatchOutcome> expect(
      List<T> all,
      Map<K, S> documents,
      Function<T, K> key,
      BiFunction<Optional<S>, T, Optional<S>> rule) {
    List<MatchOutcome> exact = new ArrayList<>();
    for (T one : all) {
      Optional<S> after = rule.apply(Optional.ofNullable(documents.get(key.apply(one))), one);
      after.ifPresent(left -> documents.put(key.apply(one), left));
      exact.add(Matches.outcome(after.isPresent()));
    }
    return exact;
  }

  /** Stores an account as it is to be. */
  final void put(Account account) {
    scratch.insertOne(AccountCodec.encode(account));
    targets.put(account.target(), account);
  }

  /**
   * Sees whether a settle that matches nothing, and so looks whether its hold is there, tells a
   * figure that is none.
   */
  final void damage(String asked, Placing placed, Ending settle) {
    onTargets(
        asked,
        List.of(Reply.certain(1), Reply.certain(0)),
        () ->
            List.of(
                damaged(placed, settle, new BsonDouble(0.5)), damaged(placed, settle, int64(1))));
  }

  private Reply<Integer> damaged(Placing placed, Ending settle, BsonNumber figure) {
    BsonDocument hold = HoldCodec.encode(Hold.of(HOME, placed));
    hold.put(Field.DEBIT, figure);
    BsonDocument id = new BsonDocument(Field.ID, TargetWrites.id(placed.claim().target()));
    scratch.insertOne(id.clone().append(Field.PENDING, new BsonArray(List.of(hold))));
    Reply<Integer> seen = updated(new EndWrites(HOME, settle).present());
    scratch.deleteOne(id);
    return seen;
  }

  /** An account as the tutorial has made it becomes one of this software's, as it was read. */
  final void adopt(String otherwise, String once, AccountId account) {
    BsonDocument id = doc(Field.ID, account.value());
    BsonDocument before =
        id.clone().append(Field.BALANCE, new BsonDouble(10)).append(Field.PENDING, new BsonArray());
    BsonDocument changed = before.clone().append(Field.BALANCE, new BsonDouble(11));
    scratch.insertOne(changed);
    onTargets(
        otherwise,
        List.of(Reply.certain(0), changed),
        () -> List.of(adopted(before), Objects.requireNonNullElse(scratch.find(id).first(), id)));
    onTargets(
        once,
        List.of(Reply.certain(1), Reply.certain(0)),
        () -> List.of(adopted(changed), adopted(changed)));
    Account adopted = codec.decode(changed).account().orElseThrow();
    targets.put(adopted.target(), adopted);
  }

  private Reply<Integer> adopted(BsonDocument read) {
    return updated(Adoptions.of(codec.decode(read)).orElseThrow());
  }

  private Reply<Integer> updated(WriteModel<BsonDocument> write) {
    return table.update(List.of(write)).map(Matches::total);
  }

  final void change(String asked, AccountId id, StatusChange change) {
    Either<StatusRefusal, Account> after = ((Account) target(id)).change(change);
    after.forEach(account -> targets.put(account.target(), account));
    StatusOutcome exact = after.fold(StatusOutcome.Refused::new, StatusOutcome.Changed::new);
    onTargets(asked, exact, () -> accounts.change(id, change));
  }

  /** Reads an account by a write to it. */
  final void latest(String asked, AccountId id) {
    onTargets(asked, Sight.found(target(id)), () -> holds.findLatest(new Target.OfAccount(id)));
  }

  /** Looks for the accounts with holds. Other runs of the probe may have left accounts, too. */
  final void heldOnes(String asked) {
    onTargets(
        asked,
        texts(targets.values().stream().filter(stored -> !stored.holds().isEmpty())),
        () -> {
          List<Stored> held = new ArrayList<>();
          holds.scan(rules.accounts(), true, sight -> sight.stored().ifPresent(held::add));
          return texts(held.stream().filter(stored -> targets.containsKey(stored.target())));
        });
  }

  private static List<String> texts(Stream<Stored> held) {
    return held.map(stored -> stored.target().toString()).sorted().toList();
  }

  final void insert(String asked, NewRecord... begun) {
    List<BeginOutcome> exact = new ArrayList<>();
    for (NewRecord record : begun) {
      exact.add(begun(kept.putIfAbsent(record.id(), record.stored(STAMP)) == null));
      record
          .documents(STAMP)
          .forEach(one -> exact.add(begun(members.putIfAbsent(one.id(), one) == null)));
    }
    onRecords(
        asked, exact, () -> records.insert(List.of(begun)).stream().flatMap(List::stream).toList());
  }

  private static BeginOutcome begun(boolean isNew) {
    return isNew ? BeginOutcome.BEGUN : BeginOutcome.ID_TAKEN;
  }

  final void move(String asked, Transition... transitions) {
    onRecords(
        asked,
        expect(
            List.of(transitions),
            kept,
            Transition::record,
            (there, one) -> there.flatMap(record -> one.apply(record, LATER))),
        () -> {
          List<MatchOutcome> answered = records.move(List.of(transitions));
          // a closing one did not wait for a majority: a read might not show it yet
          Stream.of(transitions)
              .filter(Transition::isClosing)
              .forEach(one -> records.findLatest(record(one.record()).members().get(0)));
          return answered;
        });
  }

  final void take(String asked, MemberTake take) {
    MemberDocument found = member(take.member());
    boolean isFree = take.finds(found);
    if (isFree) {
      members.remove(take.member());
      take.taken(found, LATER)
          .peekLeft(alone -> kept.put(alone.id(), alone))
          .peek(still -> members.put(still.id(), still));
    }
    onRecords(asked, List.of(Matches.outcome(isFree)), () -> records.take(List.of(take)));
  }

  /** Reads a record by a write to it. */
  final void latest(String asked, TransactionId id) {
    onRecords(asked, Optional.of(record(RecordId.of(id))), () -> seen(records.findLatest(id)));
  }

  /** Lists records by a clock that is ahead. Other runs of the probe may have left records. */
  final void list(String asked, RecordQuery query, RecordId... exact) {
    onRecords(asked, List.of(exact), () -> ids(listed(query)));
  }

  /** Lists what comes after {@code place}, which {@code query} shows. */
  final void listAfter(String asked, RecordQuery query, RecordId place, RecordId... exact) {
    onRecords(
        asked,
        List.of(exact),
        () ->
            listed(query).stream()
                .filter(record -> record.id().equals(place))
                .findFirst()
                .map(record -> ids(listed(query.after(record))))
                .orElse(List.of()));
  }

  private List<TransactionRecord> listed(RecordQuery query) {
    now = STAMP.plus(AHEAD);
    List<Lookup> found = records.list(query);
    now = STAMP;
    return found.stream().flatMap(lookup -> lookup.record().stream()).toList();
  }

  private List<RecordId> ids(List<TransactionRecord> listed) {
    return listed.stream().map(TransactionRecord::id).filter(kept::containsKey).toList();
  }

  final void onTargets(String asked, Object exact, Supplier<?> step) {
    comparison.require(asked, exact, step, Function.identity(), this::otherTarget);
  }

  private void onRecords(String asked, Object exact, Supplier<?> step) {
    comparison.require(asked, exact, step, Function.identity(), this::otherRecord);
  }

  private Optional<String> otherTarget() {
    return Comparison.difference("", targets, holds::find, Sight::stored);
  }

  private Optional<String> otherRecord() {
    return Comparison.difference("the record ", kept, records::find, Probed::seen)
        .or(
            () ->
                Comparison.difference(
                    "the member ", members, records::findMembers, Lookup::member));
  }

  /** The record as it is expected, where the server has stamped it with a time of its own. */
  private static Optional<TransactionRecord> seen(Lookup lookup) {
    return lookup.record().map(record -> record.withTimes(Probed::told));
  }

  private static Instant told(Instant time) {
    return time.isAfter(STAMP) ? LATER : time;
  }
}
