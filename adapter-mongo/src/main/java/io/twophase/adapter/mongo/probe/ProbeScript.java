package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.collection.CollectionRegistry;
import io.twophase.adapter.mongo.collection.Inspector;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.ServerClock;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.event.MongoOwnerRepository;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.Adoptions;
import io.twophase.adapter.mongo.hold.EndCall;
import io.twophase.adapter.mongo.hold.HoldCodec;
import io.twophase.adapter.mongo.hold.MongoAccounts;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.hold.PeriodWrites;
import io.twophase.adapter.mongo.hold.TutorialAccounts;
import io.twophase.adapter.mongo.record.MongoRecords;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.BatchId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNumber;

/**
 * The steps of the probe, in their order. Each kind of update is sent where its guard holds and
 * where it does not; a neighbour that must not be touched is in the same document. The ids of a run
 * begin with its name, so that two runs at once share none.
 */
final class ProbeScript {

  private static final Epoch FIRST = Epoch.FIRST;
  private static final Epoch SECOND = FIRST.next();

  /** How far ahead the clock is by which unfinished records are looked for. */
  private static final Duration STUCK = Duration.ofMinutes(30);

  private static final Duration BEATS = Duration.ofSeconds(1);
  private static final CancelReason REASON = new CancelReason.Requested("the probe");
  private static final ApproverName APPROVER = new ApproverName("probe");

  /** How many holds an account may have: so few that the probe reaches it. */
  private static final HoldLimit LIMIT = new HoldLimit(4);

  private static final Home HOME = new Home("probe");

  /** The currency of all scratch accounts. */
  private static final Currency CURRENCY = Currency.getInstance("XXX");

  private final MongoCollection<BsonDocument> scratch;
  private final Writes writes;
  private final AccountCodec codec = new AccountCodec(new TutorialAccounts(CURRENCY), HOME);
  private final ProbedStore store;
  private final MongoOwnerRepository owners;
  private final String run;
  private final Set<String> used = new TreeSet<>();
  private final RecordId batch;
  private final ApplicationName application;
  private final OwnerId process;
  private final Owner owner;

  /** Names the documents of this run by {@code run} and more. */
  ProbeScript(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      String run) {
    this.scratch = scratch;
    this.writes = new Writes(scratch, server);
    this.run = run;
    this.batch = new RecordId(BatchId.PREFIX + run);
    this.application = new ApplicationName("probe-" + run);
    this.process = new OwnerId(named("owner"));
    this.owner = new Owner(application, Option.some(process), new Token("first"));
    used.add(batch.value());
    HoldRules rules =
        new HoldRules(HOME, CollectionName.of(scratch.getNamespace().getCollectionName()), LIMIT);
    KnownCollections collections =
        new KnownCollections(
            name -> database,
            database,
            new CollectionRegistry(scratch, server),
            inspector,
            Set.of(),
            Option.some(rules.accounts()),
            (name, of) -> Option.none(),
            Set.of(),
            InstantSource.system(),
            server.errors());
    ServerClock clock = at(ProbedStore.STAMP);
    PeriodWrites periods = new PeriodWrites(scratch, clock, server);
    this.store =
        new ProbedStore(
            server.errors().store(),
            rules,
            new MongoHolds(rules, codec, collections, server),
            new MongoAccounts(scratch, rules, codec, periods, server),
            records(database, server, clock),
            records(database, server, at(ProbedStore.STAMP.plus(STUCK))));
    this.owners = new MongoOwnerRepository(scratch, clock, server);
  }

  private MongoRecords records(MongoDatabase database, Server server, ServerClock clock) {
    RecordRetention retention = new RecordRetention(database, scratch, server);
    return new MongoRecords(scratch, CURRENCY, clock, server, retention, Option.none());
  }

  private static ServerClock at(Instant instant) {
    return new ServerClock(InstantSource.fixed(instant), Option::none);
  }

  /** Takes all steps. */
  void run() {
    begin();
    holdAndStamp();
    decideAndSettle();
    cancel();
    crowd();
    statuses();
    ranges();
    several();
    checkedAndDamaged();
    adoption();
    reads();
    authorize();
    capture();
    expire();
    beat();
  }

  private void begin() {
    store.open("insert accounts", opening("source", 1000), opening("destination", 0));
    store.open(
        "insert an account whose id is taken, and another",
        opening("source", 1000),
        opening("empty", 0));
    store.insert("insert records", begun("paid"), begun("undone"), submitted("claimed"));
    store.insert(
        "insert a record whose id is taken, and another", begun("paid"), submitted("unclaimed"));
  }

  private void holdAndStamp() {
    Placing debit = debit("paid", "source", 100);
    Placing credit = credit("paid", "destination", 100);
    store.place("hold a debit ($inc beside $push)", debit("undone", "source", 50));
    store.place("hold a debit and a credit", debit, credit);
    store.place("refuse a second hold of one record ($not, $elemMatch)", debit);
    store.place("refuse to hold more than is available ($gte)", debit("claimed", "source", 851));
    store.stamp(
        "raise the epoch of two holds ($elemMatch with $and, and a position)",
        raised(debit, SECOND),
        raised(credit, SECOND));
    store.stamp(
        "raise no epoch of a hold that is not as it was read ($eq)", raised(debit, SECOND.next()));
    store.stamp(
        "raise no epoch that is as high already ($lt)",
        raised(second(debit("paid", "source", 100)), SECOND));
  }

  private void decideAndSettle() {
    RecordId paid = record("paid");
    store.move(
        "take over for nobody by name ($unset)",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("first"))));
    store.move(
        "refuse a take-over from an older epoch",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("second"))));
    store.move("refuse a decision at an older epoch", applied("paid", FIRST));
    store.end("settle nothing at an older epoch", settled(debit("paid", "source", 100), -100));
    store.move("decide", applied("paid", SECOND));
    Ending debit = settled(second(debit("paid", "source", 100)), -100);
    store.end(
        "settle a debit and a credit (a conditional $pull beside $inc)",
        debit,
        settled(second(credit("paid", "destination", 100)), 100));
    store.end("settle nothing twice", debit);
    store.move("finish", Transition.finish(paid, State.APPLIED));
  }

  private Transition applied(String name, Epoch epoch) {
    return Transition.decide(
        record(name),
        List.of(transaction(name)),
        epoch,
        LinkedHashMap.empty(),
        Verdict.ALL_APPLIED);
  }

  private void cancel() {
    store.move("begin to cancel", canceled(record("undone"), owner));
    store.end("release a hold", released(second(debit("undone", "source", 50))));
    store.move("finish cancelling", Transition.finish(record("undone"), State.CANCELING));
    store.move(
        "claim, and cancel what nobody has claimed",
        Transition.acquire(record("claimed"), Epoch.NONE, owner),
        canceled(record("unclaimed"), owner));
    store.place("hold a debit again", debit("claimed", "source", 7));
    store.end(
        "withdraw nothing at another epoch", withdrawn(second(debit("claimed", "source", 7))));
    store.end("withdraw a hold", withdrawn(debit("claimed", "source", 7)));
  }

  private Transition canceled(RecordId id, Owner by) {
    return Transition.cancel(store.record(id), REASON, by, List.of());
  }

  private void crowd() {
    Placing first = debit("g1", "source", 10);
    Placing second = debit("g2", "source", 20);
    Placing third = credit("g3", "source", 40);
    Placing fourth = debit("g4", "source", 80);
    store.place("hold twice on one account", first, second);
    store.place("refuse both holds that are there", first, second);
    store.place("hold twice more", third, fourth);
    store.place("refuse more holds than are allowed ($exists)", debit("g5", "source", 1));
    store.end("settle two of four holds", settled(first, -10), settled(second, -20));
    store.end("settle the one of two that is there", settled(first, -10), settled(third, 40));
    store.end("release the last hold", released(fourth));
    // the whole balance is held, of more that is asked for
    Range all = new Range(100, 0, Option.some(100L), Option.none());
    store.place("hold all there is", range(record("most"), "destination", all));
    Ending less = settled(range(record("most"), "destination", Range.whole(150, 0)), -100);
    store.end("settle less than was asked for", less);
    store.end("count no hold of less that has ended ($or)", less);
  }

  private void statuses() {
    AccountId source = account("source");
    AccountId empty = account("empty");
    Placing held = credit("g6", "empty", 5);
    store.place("hold a credit", held);
    store.change("refuse to close an account with a hold ($size)", empty, StatusChange.CLOSE);
    store.end("release a credit", released(held));
    store.change("freeze an account ($rename)", source, StatusChange.FREEZE);
    store.place("refuse a hold on a frozen account", debit("g7", "source", 1));
    store.change("unfreeze an account", source, StatusChange.UNFREEZE);
    store.change("refuse to close an account with a balance", source, StatusChange.CLOSE);
    store.change("close an account", empty, StatusChange.CLOSE);
    store.change("leave a closed account closed ($in)", empty, StatusChange.FREEZE);
  }

  private void ranges() {
    store.open("insert one more account", opening("ranged", 40));
    store.insert(
        "insert a record and its members",
        NewRecord.several(batch, List.of(member("m1"), member("m2"), member("m3")), false, owner));
    Placing whole = range(batch, "ranged", Range.whole(30, 20));
    Ending raised = settled(second(range(batch, "ranged", Range.whole(30, 20))), -5);
    store.place("hold a range ($inc of two bounds beside $push)", whole);
    store.place("refuse a second range of one record", range(batch, "ranged", Range.NONE));
    store.stamp("raise the epoch of a range", raised(whole, SECOND));
    store.end("settle no range at an older epoch", settled(whole, -5));
    store.end("settle a range ($inc of three figures beside $pull)", raised);
    store.end("settle no range twice", raised);
    store.place("refuse a range where more is there than it says ($lte)", reduced(34));
    store.place("hold a range that says what was there", reduced(35));
    store.end(
        "withdraw no range at another epoch",
        withdrawn(second(range(batch, "ranged", Range.whole(5, 0)))));
    store.end("withdraw a range", withdrawn(reduced(35)));
  }

  private NewTransaction member(String name) {
    return transfer(name, "ranged", "other", 5);
  }

  private Placing reduced(long had) {
    return range(batch, "ranged", new Range(5, 0, Option.some(had), Option.none()));
  }

  /** Of a record of three members, one is applied, one canceled, one left. */
  private void several() {
    Transition exclusion = Transition.exclude(batch, transaction("m2"), REASON);
    store.move("cancel a member ($push)", exclusion);
    store.move("cancel no member twice ($ne)", exclusion);
    store.move("decide nothing by other exclusions", decided(LinkedHashMap.empty()));
    store.move("decide by those that are there", decided(store.record(batch).excluded()));
    store.move("finish the record of three", Transition.finish(batch, State.APPLIED));
    store.take(
        "make a record of a member that is left out ($unset beside $set)",
        MemberTake.alone(store.member(transaction("m3")), owner));
    store.move("forget that it was left out", Transition.forget(batch, State.DONE));
  }

  private Transition decided(LinkedHashMap<TransactionId, CancelReason> excluded) {
    return Transition.decide(
        batch,
        List.of(transaction("m1"), transaction("m2"), transaction("m3")),
        FIRST,
        excluded,
        new Verdict(
            LinkedHashMap.empty(),
            LinkedHashSet.of(transaction("m3")),
            LinkedHashSet.empty(),
            LinkedHashMap.empty()));
  }

  private void checkedAndDamaged() {
    AccountId checked = account("checked");
    Hold check =
        new Hold(
            HOME,
            record("g9"),
            FIRST,
            HoldMode.SHARED,
            Range.NONE,
            Set.of("status"),
            "probe",
            Option.none());
    Account held = Account.open(opening("checked", 10)).with(List.of(check));
    scratch.insertOne(AccountCodec.encode(held));
    store.expect(held);
    store.change(
        "refuse to freeze an account that is checked ($not, $elemMatch, $exists)",
        checked,
        StatusChange.FREEZE);
    // a settle that matches nothing looks whether the hold is there, with a figure that is none
    store.require(
        "see a hold whose figure is no whole number, and no other ($type)",
        List.of(Reply.certain(1), Reply.certain(0)),
        () -> List.of(damaged(new BsonDouble(0.5)), damaged(int64(1))),
        Option::none);
  }

  private Reply<Integer> damaged(BsonNumber figure) {
    Placing placed = debit("g9", "damaged", 1);
    BsonDocument hold = HoldCodec.encode(Hold.of(HOME, placed));
    hold.put(Field.DEBIT, figure);
    BsonDocument id = id(account("damaged"));
    scratch.insertOne(id.clone().append(Field.PENDING, new BsonArray(List.of(hold))));
    Reply<Integer> seen = updated(new EndCall.EndWrites(HOME, settled(placed, -1)).present());
    scratch.deleteOne(id);
    return seen;
  }

  /** An account as the tutorial has made it becomes one of this software's, as it was read. */
  private void adoption() {
    BsonDocument id = id(account("tutorial"));
    BsonDocument before =
        id.clone().append(Field.BALANCE, new BsonDouble(10)).append(Field.PENDING, new BsonArray());
    BsonDocument changed = before.clone().append(Field.BALANCE, new BsonDouble(11));
    scratch.insertOne(changed);
    store.require(
        "replace no document that is not as it was read ($eq)",
        List.of(Reply.certain(0), changed),
        () -> List.of(adopted(before), Objects.requireNonNullElse(scratch.find(id).first(), id)),
        Option::none);
    store.require(
        "replace a document that is as it was read, once ($exists)",
        List.of(Reply.certain(1), Reply.certain(0)),
        () -> List.of(adopted(changed), adopted(changed)),
        Option::none);
    store.expect(codec.decode(changed).account().get());
    store.place("hold a debit on it", debit("g9", "tutorial", 1));
  }

  private Reply<Integer> adopted(BsonDocument read) {
    return updated(Adoptions.of(codec.decode(read)).get());
  }

  private Reply<Integer> updated(WriteModel<BsonDocument> write) {
    return writes.update(List.of(write)).map(Matches::total);
  }

  private void reads() {
    store.latest("read an account by a write to it", account("source"));
    store.latest("read a record by a write to it", transaction("paid"));
    store.heldOnes("find the accounts that have holds ($exists)");
    store.insert("insert another record", begun("stuck"));
    store.insert("insert a record after it", begun("stuck-2"));
    RecordQuery stuck = RecordQuery.unfinished(STUCK, 10).ownedBy(application);
    store.list(
        "find the records that were not changed for long ($in, $lte)",
        stuck,
        record("stuck"),
        record("stuck-2"));
    store.listAfter(
        "find those of them that come after one ($or)", stuck, record("stuck"), record("stuck-2"));
  }

  private void authorize() {
    store.open("insert two more accounts", opening("payer", 100), opening("payee", 0));
    ApprovalRule rule = new ApprovalRule(1, List.of(APPROVER, new ApproverName("other")));
    store.insert(
        "insert authorizations",
        authorized("captured", STUCK, Option.some(rule)),
        authorized("expired", STUCK.dividedBy(2), Option.none()),
        authorized("waiting", STUCK.multipliedBy(2), Option.none()));
    store.place(
        "hold what is authorized", debit("captured", "payer", 50), credit("captured", "payee", 50));
    store.move(
        "authorize nothing at another epoch", Transition.authorize(record("captured"), SECOND));
    store.move(
        "authorize three",
        Transition.authorize(record("captured"), FIRST),
        Transition.authorize(record("waiting"), FIRST),
        Transition.authorize(record("expired"), FIRST));
    store.move("decide nothing that is authorized", applied("captured", FIRST));
  }

  private NewRecord authorized(String name, Duration lifetime, Option<ApprovalRule> approvals) {
    return NewRecord.alone(
        transfer(name, "payer", "payee", 50)
            .authorizedUnder(new AuthorizationTerms(lifetime, approvals)),
        authorizing());
  }

  private Owner authorizing() {
    return new Owner(application, new Token("authorizing"));
  }

  private void capture() {
    Transition capture =
        Transition.capture(transaction("captured"), FIRST, List.of(30L, 30L), 1, authorizing());
    Transition approval = Transition.approve(record("captured"), FIRST, APPROVER);
    store.move("refuse a capture that is not approved", capture);
    store.move("approve ($push of what is not there)", approval);
    store.move("refuse a second approval of one name ($ne)", approval);
    Transition voided = canceled(record("captured"), authorizing());
    store.move("capture a part", capture);
    store.move("capture nothing twice", capture);
    store.move("void nothing that is captured", voided);
    store.end(
        "settle the part, and give back the rest ($inc of three figures)",
        settled(debit("captured", "payer", 50), -30),
        settled(credit("captured", "payee", 50), 30));
    store.move("finish what is captured", Transition.finish(record("captured"), State.APPLIED));
  }

  private void expire() {
    RecordQuery overdue = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    store.list("find what has expired ($lte)", overdue, record("expired"));
    store.move("void what has expired", canceled(record("expired"), authorizing()));
    store.list("find no more of it", overdue);
    store.move("finish the void", Transition.finish(record("expired"), State.CANCELING));
  }

  /** A scratch document like the one that shows that a running process is alive. */
  private void beat() {
    store.require(
        "insert an owner's document, and count its second beat",
        List.of(MatchOutcome.MATCHED, MatchOutcome.MATCHED, List.of(2L)),
        () ->
            List.of(
                owners.beat(process, application, BEATS),
                owners.beat(process, application, BEATS),
                beats()),
        Option::none);
    store.require(
        "remove an owner's document at its last beat only",
        List.of(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED, List.of()),
        () -> List.of(owners.remove(process, 1), owners.remove(process, 2), beats()),
        Option::none);
  }

  private List<Long> beats() {
    return owners.find(List.of(process)).stream()
        .filter(OwnerLookup.Found.class::isInstance)
        .map(found -> ((OwnerLookup.Found) found).beat())
        .toList();
  }

  private String named(String name) {
    String id = run + "-" + name;
    used.add(id);
    return id;
  }

  private AccountId account(String name) {
    return new AccountId(named(name));
  }

  private TransactionId transaction(String name) {
    return new TransactionId(named(name));
  }

  private RecordId record(String name) {
    return RecordId.of(transaction(name));
  }

  private static BsonDocument id(AccountId account) {
    return doc(Field.ID, account.value());
  }

  private Opening opening(String account, long balance) {
    return Opening.of(account(account), new Money(balance, CURRENCY)).get();
  }

  private NewTransaction transfer(String name, String source, String destination, long amount) {
    return NewTransaction.transfer(
            transaction(name), account(source), account(destination), new Money(amount, CURRENCY))
        .get();
  }

  private NewRecord begun(String name) {
    return NewRecord.alone(transfer(name, "source", "destination", 100), owner);
  }

  private NewRecord submitted(String name) {
    return NewRecord.submitted(transfer(name, "source", "destination", 100));
  }

  private Placing debit(String record, String account, long amount) {
    return placing(record(record), account, Range.whole(amount, 0), false);
  }

  private Placing credit(String record, String account, long amount) {
    return placing(record(record), account, Range.whole(0, amount), false);
  }

  /** The hold of a range that may be of other amounts than are asked for. */
  private Placing range(RecordId record, String account, Range range) {
    return placing(record, account, range, true);
  }

  /** The same hold, placed in the second epoch. */
  private static Placing second(Placing first) {
    return new Placing(first.record(), SECOND, first.claim());
  }

  private Placing placing(RecordId record, String account, Range range, boolean isOpen) {
    Target target = new Target.OfAccount(account(account));
    return new Placing(
        record, FIRST, new Claim.OfRange(target, new Scale.Money(CURRENCY), range, isOpen));
  }

  private static Stamping raised(Placing placed, Epoch epoch) {
    return new Stamping(placed.claim().target(), Hold.of(HOME, placed), epoch);
  }

  private static Ending settled(Placing placed, long net) {
    return Ending.settle(placed.record(), placed.claim(), placed.epoch(), net, Option.none());
  }

  private static Ending withdrawn(Placing placed) {
    return Ending.withdraw(placed.record(), placed.claim(), placed.epoch(), Option.none());
  }

  private static Ending released(Placing placed) {
    return Ending.release(placed.record(), placed.claim());
  }

  /** The writes that remove all documents of this run. */
  List<DeleteOneModel<BsonDocument>> removal() {
    return used.stream().map(id -> new DeleteOneModel<BsonDocument>(doc(Field.ID, id))).toList();
  }
}
