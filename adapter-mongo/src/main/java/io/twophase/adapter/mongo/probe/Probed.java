package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.inmemory.InMemoryStore;
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
import io.twophase.domain.BatchId;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
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
import io.twophase.domain.value.Value;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
 * A store in memory, and scratch documents on the server. Each step is the same call on both: the
 * answers must be equal, and so must all that both keep after it. The first difference is the
 * refusal of the server.
 *
 * <p>Records are inserted with the time {@link #STAMP}, long ago: what changes later must be
 * stamped later, by the server.
 */
abstract class Probed {

  /** The currency of all scratch accounts. */
  static final Currency CURRENCY = Currency.getInstance("XXX");

  /** The lead of the clock by which records are listed. */
  static final Duration AHEAD = Duration.ofMinutes(30);

  /** The number of holds that an account may have: so few that the probe reaches it. */
  private static final HoldLimit LIMIT = new HoldLimit(4);

  /** When the records begin. */
  private static final Instant STAMP = Instant.parse("2000-01-01T00:00:00Z");

  /** When all else happens in memory; and all times after the begin, which the server tells. */
  private static final Instant LATER = STAMP.plus(AHEAD);

  /** The answers of each kind of step whose effect is not known. */
  private static final Set<Object> IN_DOUBT =
      Set.of(
          BeginOutcome.IN_DOUBT,
          MatchOutcome.IN_DOUBT,
          new OpenOutcome.InDoubt(),
          new StatusOutcome.InDoubt(),
          Reply.inDoubt());

  /**
   * The server did not say what a step of the probe did: the connection broke, say. That tells
   * nothing of its operators, so the probe is repeated from the start.
   */
  static final class LostAnswerException extends StoreException {

    private static final long serialVersionUID = 1L;

    /** Says in {@code message} which step it was, and what was answered. */
    private LostAnswerException(String message) {
      super(message);
    }
  }

  /** The ports of the store in memory, or of the server. */
  record Side(Holds holds, Accounts accounts, Records records, OwnerRepository owners) {}

  private final String store;
  private final String run;
  private final MongoCollection<BsonDocument> scratch;
  private final Table table;
  private final AccountCodec codec;
  private final Side memory;
  private final Side server;
  private final Set<String> used = new TreeSet<>();
  private final Set<Target> targets = new LinkedHashSet<>();
  private final Set<RecordId> ids = new LinkedHashSet<>();
  private final Set<TransactionId> transactions = new LinkedHashSet<>();
  private Instant now = LATER;

  /** Nothing yet, in {@code scratch}. All ids begin with the name of the run. */
  Probed(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      String run) {
    this.store = server.errors().store();
    this.run = run;
    this.scratch = scratch;
    this.table = new Table(scratch, server);
    InMemoryStore inMemory = InMemoryStore.create(clock(), LIMIT);
    this.memory =
        new Side(inMemory.holds(), inMemory.accounts(), inMemory.records(), inMemory.owners());
    this.codec = new AccountCodec(new TutorialAccounts(CURRENCY), inMemory.home());
    HoldRules rules =
        new HoldRules(
            inMemory.home(), CollectionName.of(scratch.getNamespace().getCollectionName()), LIMIT);
    KnownCollections collections =
        new KnownCollections(
            other -> database,
            database,
            new CollectionRegistry(table),
            inspector,
            Set.of(),
            Optional.of(rules.accounts()),
            (collection, of) -> Optional.empty(),
            Set.of(),
            InstantSource.system(),
            server.errors());
    ServerClock clock = new ServerClock(clock(), Optional::empty);
    this.server =
        new Side(
            new MongoHolds(rules, codec, collections, server),
            new MongoAccounts(table, rules, codec, new PeriodWrites(table, clock)),
            new MongoRecords(
                table,
                CURRENCY,
                clock,
                new RecordRetention(database, scratch, server),
                Optional.empty()),
            new MongoOwnerRepository(table, clock));
  }

  private InstantSource clock() {
    return () -> now;
  }

  final String named(String end) {
    String id = run + "-" + end;
    used.add(id);
    return id;
  }

  final AccountId account(String name) {
    AccountId id = new AccountId(named(name));
    targets.add(new Target.OfAccount(id));
    return id;
  }

  final TransactionId transaction(String name) {
    TransactionId id = new TransactionId(named(name));
    transactions.add(id);
    ids.add(RecordId.of(id));
    return id;
  }

  final RecordId id(String name) {
    return RecordId.of(transaction(name));
  }

  /** The record of several transactions. */
  final RecordId batch() {
    RecordId id = new RecordId(BatchId.PREFIX + run);
    used.add(id.value());
    ids.add(id);
    return id;
  }

  /** The writes that remove all documents of this run. */
  final List<DeleteOneModel<BsonDocument>> removal() {
    return used.stream().map(id -> new DeleteOneModel<BsonDocument>(doc(Field.ID, id))).toList();
  }

  /** A hold of a record, as it is placed. */
  final Hold held(Placing placing) {
    return Hold.of(codec.home(), placing);
  }

  final TransactionRecord record(RecordId id) {
    return memory.records().find(List.of(id)).get(0).record().orElseThrow();
  }

  final MemberDocument member(TransactionId id) {
    return memory.records().findMembers(List.of(id)).get(0).member().orElseThrow();
  }

  final void open(String asked, Opening... openings) {
    onTargets(asked, side -> side.accounts().open(List.of(openings)));
  }

  final void place(String asked, Placing... placings) {
    onHolds(asked, holds -> holds.place(List.of(placings)), Probed::placed);
  }

  private static MatchOutcome placed(Answer answer) {
    return answer.kind() == Answer.Kind.IN_DOUBT
        ? MatchOutcome.IN_DOUBT
        : Matches.outcome(answer.kind() == Answer.Kind.HELD);
  }

  final void stamp(String asked, Stamping... all) {
    onHolds(asked, holds -> holds.stamp(List.of(all)), outcome -> outcome);
  }

  final void end(String asked, Ending... endings) {
    onHolds(asked, holds -> holds.end(List.of(endings)), outcome -> outcome);
  }

  final void change(String asked, AccountId id, StatusChange change) {
    onTargets(asked, side -> side.accounts().change(id, change));
  }

  final void insert(String asked, NewRecord... begun) {
    now = STAMP;
    onRecords(
        asked,
        side -> side.records().insert(List.of(begun)).stream().flatMap(List::stream).toList());
    now = LATER;
  }

  final void move(String asked, Transition... transitions) {
    onRecords(
        asked,
        side -> {
          List<MatchOutcome> answered = side.records().move(List.of(transitions));
          // a closing one did not wait for a majority: a read might not show it yet
          Stream.of(transitions)
              .filter(Transition::isClosing)
              .forEach(one -> side.records().findLatest(record(one.record()).members().get(0)));
          return answered;
        });
  }

  final void take(String asked, MemberTake take) {
    onRecords(asked, side -> side.records().take(List.of(take)));
  }

  /** Lists records by a clock that is ahead. Other runs of the probe may have left records. */
  final List<TransactionRecord> listed(Side side, RecordQuery query) {
    return side.records().list(query).stream()
        .flatMap(lookup -> lookup.record().stream())
        .filter(record -> ids.contains(record.id()))
        .toList();
  }

  /** Looks for the accounts with holds. Other runs of the probe may have left accounts, too. */
  final List<String> held(Side side) {
    List<String> held = new ArrayList<>();
    side.holds()
        .scan(
            side.accounts().collection(),
            true,
            sight ->
                sight
                    .stored()
                    .map(Stored::target)
                    .filter(targets::contains)
                    .ifPresent(target -> held.add(target.toString())));
    return held.stream().sorted().toList();
  }

  /** Opens an account that has a check, which registers no collection for it on the server. */
  final void check(Opening opening, RecordId by, List<Guard> guards) {
    memory.accounts().open(List.of(opening));
    DocumentRef document =
        memory.accounts().collection().document(new Value.Text(opening.id().value()));
    Claim check = new Claim.OfDocument(by.transaction(), new CheckDocument(document, guards));
    memory.holds().place(List.of(new Placing(by, Epoch.FIRST, check)));
    Sight seen = memory.holds().findLatest(new Target.OfAccount(opening.id()));
    scratch.insertOne(AccountCodec.encode((Account) seen.stored().orElseThrow()));
  }

  /**
   * Sees whether a settle that matches nothing, and so looks whether its hold is there, tells a
   * figure that is none.
   */
  final void damage(String asked, Placing placed, Ending settle) {
    onServer(
        asked,
        List.of(Reply.certain(1), Reply.certain(0)),
        () ->
            List.of(
                damaged(placed, settle, new BsonDouble(0.5)), damaged(placed, settle, int64(1))));
  }

  private Reply<Integer> damaged(Placing placed, Ending settle, BsonNumber figure) {
    BsonDocument hold = HoldCodec.encode(held(placed));
    hold.put(Field.DEBIT, figure);
    BsonDocument id = new BsonDocument(Field.ID, TargetWrites.id(placed.claim().target()));
    scratch.insertOne(id.clone().append(Field.PENDING, new BsonArray(List.of(hold))));
    Reply<Integer> seen = updated(new EndWrites(codec.home(), settle).present());
    scratch.deleteOne(id);
    return seen;
  }

  /** An account as the tutorial has made it becomes one of this software's, as it was read. */
  final void adopt(String otherwise, String once, Opening opening) {
    BsonDocument id = doc(Field.ID, opening.id().value());
    BsonDocument changed = tutorial(id, opening.balance().minor());
    scratch.insertOne(changed);
    memory.accounts().open(List.of(opening));
    onServer(
        otherwise,
        List.of(Reply.certain(0), changed),
        () ->
            List.of(
                adopted(tutorial(id, opening.balance().minor() - 1)),
                Objects.requireNonNullElse(scratch.find(id).first(), id)));
    onServer(
        once,
        List.of(Reply.certain(1), Reply.certain(0)),
        () -> List.of(adopted(changed), adopted(changed)));
  }

  private static BsonDocument tutorial(BsonDocument id, long balance) {
    return id.clone()
        .append(Field.BALANCE, new BsonDouble(balance))
        .append(Field.PENDING, new BsonArray());
  }

  private Reply<Integer> adopted(BsonDocument read) {
    return updated(Adoptions.of(codec.decode(read)).orElseThrow());
  }

  private Reply<Integer> updated(WriteModel<BsonDocument> write) {
    return table.update(List.of(write)).map(Matches::total);
  }

  /**
   * Takes a step on holds. If only some of a call match, a server may tell only how many: "Match
   * counts" of {@link Holds}. What is stored is compared all the same.
   */
  private <A> void onHolds(
      String asked, Function<Holds, List<A>> step, Function<A, MatchOutcome> outcome) {
    List<MatchOutcome> exact = step.apply(memory.holds()).stream().map(outcome).toList();
    boolean isMixed = exact.contains(MatchOutcome.MATCHED);
    require(
        asked,
        exact,
        () -> {
          List<A> answers = step.apply(server.holds());
          return IntStream.range(0, answers.size())
              .mapToObj(
                  at -> {
                    MatchOutcome told = outcome.apply(answers.get(at));
                    return isMixed && told == MatchOutcome.MATCHED ? exact.get(at) : told;
                  })
              .toList();
        },
        this::otherTarget);
  }

  final void onTargets(String asked, Function<Side, ?> step) {
    Object exact = step.apply(memory);
    require(asked, exact, () -> step.apply(server), this::otherTarget);
  }

  private void onServer(String asked, Object exact, Supplier<?> step) {
    require(asked, exact, step, this::otherTarget);
  }

  final void onRecords(String asked, Function<Side, ?> step) {
    Object exact = step.apply(memory);
    require(asked, exact, () -> step.apply(server), this::otherRecord);
  }

  /**
   * Takes one step: what the server is asked to do, as the words after "asked to" say, must answer
   * {@code exact}, and leave nothing different.
   *
   * @throws StoreUnavailableException if the server cannot be reached any more
   * @throws LostAnswerException if it does not say what it did
   * @throws StoreException if it refuses the step, or does something else
   */
  private void require(
      String asked, Object exact, Supplier<?> step, Supplier<Optional<String>> difference) {
    String failed = store + " does not pass the probe, and is not used: asked to " + asked + ", ";
    Optional<String> fault;
    try {
      Object answered = step.get();
      Optional<String> left = difference.get();
      String other = "it answers " + answered + ", not " + exact;
      boolean isExact = exact.equals(answered);
      if (!isExact && isInDoubt(answered)) {
        throw new LostAnswerException(
            store + " does not answer the probe: asked to " + asked + ", " + other);
      }
      fault = isExact ? left : Optional.of(other);
    } catch (StoreUnavailableException | LostAnswerException unknown) {
      throw unknown;
    } catch (StoreException refused) {
      throw new StoreException(failed + "it fails: " + refused.getMessage(), refused);
    }
    if (fault.isPresent()) {
      throw new StoreException(failed + fault.orElseThrow());
    }
  }

  private static boolean isInDoubt(Object answered) {
    return answered instanceof List<?> answers
        ? answers.stream().anyMatch(IN_DOUBT::contains)
        : IN_DOUBT.contains(answered);
  }

  private Optional<String> otherTarget() {
    return difference("", targets, Side::holds, Holds::find, Sight::stored);
  }

  private Optional<String> otherRecord() {
    return difference("the record ", ids, Side::records, Records::find, Probed::seen)
        .or(
            () ->
                difference(
                    "the member ",
                    transactions,
                    Side::records,
                    Records::findMembers,
                    Lookup::member));
  }

  /** The first of {@code keys} that is not as it is in memory; {@code kind} is how it is called. */
  private <P, K, L> Optional<String> difference(
      String kind,
      Set<K> keys,
      Function<Side, P> port,
      BiFunction<P, List<K>, List<L>> find,
      Function<L, Optional<?>> document) {
    List<K> all = List.copyOf(keys);
    List<L> found = find.apply(port.apply(server), all);
    List<L> wanted = find.apply(port.apply(memory), all);
    for (int at = 0; at < all.size(); at++) {
      Optional<?> seen = document.apply(found.get(at));
      Optional<?> exact = document.apply(wanted.get(at));
      if (!seen.equals(exact)) {
        Object there = seen.isPresent() ? seen.orElseThrow() : found.get(at);
        Object other = exact.isPresent() ? exact.orElseThrow() : wanted.get(at);
        return Optional.of(kind + all.get(at) + " is " + there + ", not " + other);
      }
    }
    return Optional.empty();
  }

  /** The record, where each side has stamped it with a time of its own. */
  static Optional<TransactionRecord> seen(Lookup lookup) {
    return lookup.record().map(record -> record.withTimes(Probed::told));
  }

  private static Instant told(Instant time) {
    return time.isAfter(STAMP) ? LATER : time;
  }
}
