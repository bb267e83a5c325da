package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.collection.CollectionRegistry;
import io.twophase.adapter.mongo.collection.Inspector;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.ServerClock;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.MongoAccounts;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.hold.PeriodWrites;
import io.twophase.adapter.mongo.hold.TutorialAccounts;
import io.twophase.adapter.mongo.record.MongoRecords;
import io.twophase.adapter.mongo.setup.Expiry;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * The steps of the probe, in their order. Each kind of update is sent where its guard holds and
 * where it does not; a neighbour that must not be touched is in the same document.
 */
final class ProbeScript {

  static final Epoch FIRST = Epoch.FIRST;
  static final Epoch SECOND = FIRST.next();

  /** How far ahead the clock is by which unfinished records are looked for. */
  static final Duration STUCK = Duration.ofMinutes(30);

  static final CancelReason REASON = new CancelReason.Requested("the probe");

  /** How many holds an account may have: so few that the probe reaches it. */
  private static final HoldLimit LIMIT = new HoldLimit(4);

  static final Home HOME = new Home("probe");

  private final MongoCollection<BsonDocument> scratch;
  private final Server server;
  private final Scratch ids;
  private final Findings findings;
  private final AccountCodec codec = new AccountCodec(new TutorialAccounts(Scratch.CURRENCY), HOME);
  private final ProbedAccounts accounts;
  private final ProbedRecords records;
  private final ApplicationName application;
  private final OwnerId process;
  private final Owner owner;
  private final AccountId source;
  private final AccountId destination;
  private final AccountId empty;

  ProbeScript(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      Scratch ids) {
    this.scratch = scratch;
    this.server = server;
    this.ids = ids;
    this.findings = new Findings(server.errors().store());
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
    this.accounts =
        new ProbedAccounts(
            new MongoHolds(rules, codec, collections, server),
            new MongoAccounts(
                scratch,
                rules,
                codec,
                new PeriodWrites(scratch, at(ProbedRecords.STAMP), server),
                server),
            rules,
            findings);
    this.records =
        new ProbedRecords(
            records(database, ProbedRecords.STAMP),
            records(database, ProbedRecords.STAMP.plus(STUCK)),
            findings);
    this.application = new ApplicationName("probe-" + ids.run());
    this.process = ids.owner("owner");
    this.owner = new Owner(application, Option.some(process), new Token("first"));
    this.source = ids.account("source");
    this.destination = ids.account("destination");
    this.empty = ids.account("empty");
  }

  private MongoRecords records(MongoDatabase database, Instant now) {
    RecordRetention retention =
        new RecordRetention(
            new SharedSettings(database, server),
            scratch.getNamespace().getCollectionName(),
            new Expiry(database, scratch, server.errors()));
    return new MongoRecords(scratch, Scratch.CURRENCY, at(now), server, retention, Option.none());
  }

  private static ServerClock at(Instant instant) {
    return new ServerClock(InstantSource.fixed(instant), Option::none);
  }

  void run() {
    begin();
    holdAndStamp();
    decideAndSettle();
    cancel();
    crowd();
    atMost();
    statuses();
    new ProbedBatch(accounts, records, ids, owner).run();
    new ProbedForms(scratch, server, findings, accounts, codec, ids).run();
    reads();
    new ProbedAuthorizations(accounts, records, ids, application).run();
    new ProbedOwners(scratch, server, findings, process, application).run();
  }

  private void begin() {
    accounts.open(
        "insert accounts", Scratch.opening(source, 1000), Scratch.opening(destination, 0));
    accounts.open(
        "insert an account whose id is taken, and another",
        Scratch.opening(source, 1000),
        Scratch.opening(empty, 0));
    records.insert("insert records", begun("paid"), begun("undone"), submitted("claimed"));
    records.insert(
        "insert a record whose id is taken, and another", begun("paid"), submitted("unclaimed"));
  }

  private void holdAndStamp() {
    accounts.place("hold a debit ($inc beside $push)", ids.debit("undone", FIRST, source, 50));
    accounts.place(
        "hold a debit and a credit",
        ids.debit("paid", FIRST, source, 100),
        ids.credit("paid", FIRST, destination, 100));
    accounts.place(
        "refuse a second hold of one record ($not, $elemMatch)",
        ids.debit("paid", FIRST, source, 100));
    accounts.place(
        "refuse to hold more than is available ($gte)", ids.debit("claimed", FIRST, source, 851));
    accounts.stamp(
        "raise the epoch of two holds ($elemMatch with $and, and a position)",
        raised(ids.debit("paid", FIRST, source, 100), SECOND),
        raised(ids.credit("paid", FIRST, destination, 100), SECOND));
    accounts.stamp(
        "raise no epoch of a hold that is not as it was read ($eq)",
        raised(ids.debit("paid", FIRST, source, 100), SECOND.next()));
    accounts.stamp(
        "raise no epoch that is as high already ($lt)",
        raised(ids.debit("paid", SECOND, source, 100), SECOND));
  }

  static Stamping raised(Placing placed, Epoch epoch) {
    return new Stamping(placed.claim().target(), Hold.of(HOME, placed), epoch);
  }

  static Ending settled(Placing placed, long net) {
    return Ending.settle(placed.record(), placed.claim(), placed.epoch(), net, Option.none());
  }

  static Ending withdrawn(Placing placed) {
    return Ending.withdraw(placed.record(), placed.claim(), placed.epoch(), Option.none());
  }

  static Ending released(Placing placed) {
    return Ending.release(placed.record(), placed.claim());
  }

  private void decideAndSettle() {
    RecordId paid = ids.record("paid");
    records.move(
        "take over for nobody by name ($unset)",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("first"))));
    records.move(
        "refuse a take-over from an older epoch",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("second"))));
    records.move("refuse a decision at an older epoch", applied("paid", FIRST));
    accounts.end(
        "settle nothing at an older epoch", settled(ids.debit("paid", FIRST, source, 100), -100));
    records.move("decide", applied("paid", SECOND));
    accounts.end(
        "settle a debit and a credit (a conditional $pull beside $inc)",
        settled(ids.debit("paid", SECOND, source, 100), -100),
        settled(ids.credit("paid", SECOND, destination, 100), 100));
    accounts.end("settle nothing twice", settled(ids.debit("paid", SECOND, source, 100), -100));
    records.move("finish", Transition.finish(paid, State.APPLIED));
  }

  private Transition applied(String name, Epoch epoch) {
    return Transition.decide(
        ids.record(name),
        List.of(ids.transaction(name)),
        epoch,
        LinkedHashMap.empty(),
        Verdict.ALL_APPLIED);
  }

  private void cancel() {
    records.move("begin to cancel", canceled("undone"));
    accounts.end("release a hold", released(ids.debit("undone", SECOND, source, 50)));
    records.move("finish cancelling", Transition.finish(ids.record("undone"), State.CANCELING));
    records.move(
        "claim, and cancel what nobody has claimed",
        Transition.acquire(ids.record("claimed"), Epoch.NONE, owner),
        canceled("unclaimed"));
    accounts.place("hold a debit again", ids.debit("claimed", FIRST, source, 7));
    accounts.end(
        "withdraw nothing at another epoch", withdrawn(ids.debit("claimed", SECOND, source, 7)));
    accounts.end("withdraw a hold", withdrawn(ids.debit("claimed", FIRST, source, 7)));
  }

  private Transition canceled(String name) {
    return Transition.cancel(records.record(ids.record(name)), REASON, owner, List.of());
  }

  private void crowd() {
    Placing first = ids.debit("g1", FIRST, source, 10);
    Placing second = ids.debit("g2", FIRST, source, 20);
    Placing third = ids.credit("g3", FIRST, source, 40);
    Placing fourth = ids.debit("g4", FIRST, source, 80);
    accounts.place("hold twice on one account", first, second);
    accounts.place("refuse both holds that are there", first, second);
    accounts.place("hold twice more", third, fourth);
    accounts.place(
        "refuse more holds than are allowed ($exists)", ids.debit("g5", FIRST, source, 1));
    accounts.end("settle two of four holds", settled(first, -10), settled(second, -20));
    accounts.end("settle the one of two that is there", settled(first, -10), settled(third, 40));
    accounts.end("release the last hold", released(fourth));
  }

  /** The whole balance is held, of more that is asked for. */
  private void atMost() {
    Placing asked = ids.atMost("most", FIRST, destination, Range.whole(150, 0));
    Range all = new Range(100, 0, Option.some(100L), Option.none());
    accounts.place("hold all there is", ids.atMost("most", FIRST, destination, all));
    accounts.end("settle less than was asked for", settled(asked, -100));
    accounts.end("count no hold of less that has ended ($or)", settled(asked, -100));
  }

  private void statuses() {
    Placing held = ids.credit("g6", FIRST, empty, 5);
    accounts.place("hold a credit", held);
    accounts.change("refuse to close an account with a hold ($size)", empty, StatusChange.CLOSE);
    accounts.end("release a credit", released(held));
    accounts.change("freeze an account ($rename)", source, StatusChange.FREEZE);
    accounts.place("refuse a hold on a frozen account", ids.debit("g7", FIRST, source, 1));
    accounts.change("unfreeze an account", source, StatusChange.UNFREEZE);
    accounts.change("refuse to close an account with a balance", source, StatusChange.CLOSE);
    accounts.change("close an account", empty, StatusChange.CLOSE);
    accounts.change("leave a closed account closed ($in)", empty, StatusChange.FREEZE);
  }

  private void reads() {
    accounts.latest("read an account by a write to it", source);
    records.latest("read a record by a write to it", ids.transaction("paid"));
    accounts.heldOnes("find the accounts that have holds ($exists)");
    records.insert("insert another record", begun("stuck"));
    records.insert("insert a record after it", begun("stuck-2"));
    RecordQuery stuck = RecordQuery.unfinished(STUCK, 10).ownedBy(application);
    records.list(
        "find the records that were not changed for long ($in, $lte)",
        stuck,
        ids.record("stuck"),
        ids.record("stuck-2"));
    records.listAfter(
        "find those of them that come after one ($or)",
        stuck,
        ids.record("stuck"),
        ids.record("stuck-2"));
  }

  private NewRecord begun(String name) {
    return NewRecord.alone(ids.transfer(name, source, destination, 100), owner);
  }

  private NewRecord submitted(String name) {
    return NewRecord.submitted(ids.transfer(name, source, destination, 100));
  }
}
