package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.setup.Expiry;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.adapter.mongo.transaction.MongoTransactionRepository;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.bson.BsonDocument;

/**
 * The steps of the probe, in their order. Each kind of update is sent where its guard holds and
 * where it does not; a neighbour that must not be touched is in the same document.
 */
final class ProbeScript {

  private static final Epoch FIRST = Epoch.FIRST;
  private static final Epoch SECOND = FIRST.next();

  /** How far ahead the clock is by which unfinished records are looked for. */
  static final Duration STUCK = Duration.ofMinutes(30);

  private final MongoCollection<BsonDocument> scratch;
  private final Server server;
  private final ScratchIds ids;
  private final ScratchAmounts amounts;
  private final Findings findings;
  private final ProbedAccounts accounts;
  private final ProbedRecords records;
  private final ProbedOwners owners;
  private final MongoTransactionRepository later;
  private final TransactionCodec recordCodec = new TransactionCodec(ScratchAmounts.CURRENCY);
  private final ApplicationName application;
  private final Token token = new Token("first");
  private final Token otherToken = new Token("second");
  private final OwnerId owner;
  private final AccountId source;
  private final AccountId destination;
  private final AccountId empty;

  ProbeScript(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      ScratchIds ids) {
    RecordRetention retention =
        new RecordRetention(
            new SharedSettings(database, server),
            scratch.getNamespace().getCollectionName(),
            new Expiry(database, scratch, server.errors()));
    this.scratch = scratch;
    this.server = server;
    this.ids = ids;
    this.findings = new Findings(server.errors().store());
    this.amounts = new ScratchAmounts(ids);
    this.accounts = ProbedAccounts.of(scratch, server, findings);
    this.records =
        new ProbedRecords(
            new MongoTransactionRepository(
                scratch, recordCodec, at(ProbedRecords.STAMP), server, retention),
            findings);
    this.later =
        new MongoTransactionRepository(
            scratch, recordCodec, at(ProbedRecords.STAMP.plus(STUCK)), server, retention);
    this.application = new ApplicationName("probe-" + ids.run());
    this.owner = ids.owner("owner");
    this.owners = new ProbedOwners(scratch, server, findings, owner, application);
    this.source = ids.account("source");
    this.destination = ids.account("destination");
    this.empty = ids.account("empty");
  }

  private static ServerClock at(Instant instant) {
    return new ServerClock(InstantSource.fixed(instant), Option::none);
  }

  void run() {
    begin();
    holdAndStamp();
    decideAndSettle();
    cancel();
    groups();
    statuses();
    new ProbedRanges(scratch, server, accounts, amounts).run();
    new ProbedForms(scratch, server, findings, accounts, amounts).run();
    reads();
    new ProbedAuthorizations(accounts, records, later, amounts, application).run();
    owners.run();
  }

  private void begin() {
    accounts.open(
        "insert accounts", amounts.opening(source, 1000), amounts.opening(destination, 0));
    accounts.open(
        "insert an account whose id is taken, and another",
        amounts.opening(source, 1000),
        amounts.opening(empty, 0));
    records.begin("insert records", begun("paid"), begun("undone"), submitted("claimed"));
    records.begin(
        "insert a record whose id is taken, and another", begun("paid"), submitted("unclaimed"));
  }

  private void holdAndStamp() {
    accounts.hold("hold a debit ($inc beside $push)", amounts.debit("undone", FIRST, source, 50));
    accounts.hold(
        "hold a debit and a credit",
        amounts.debit("paid", FIRST, source, 100),
        amounts.credit("paid", FIRST, destination, 100));
    accounts.hold(
        "refuse a second hold of one transaction ($ne)", amounts.debit("paid", FIRST, source, 100));
    accounts.hold(
        "refuse to hold more than is available ($gte)",
        amounts.debit("claimed", FIRST, source, 851));
    accounts.stamp(
        "raise the epoch of two holds ($elemMatch with $and, and a position)",
        amounts.debit("paid", SECOND, source, 100),
        amounts.credit("paid", SECOND, destination, 100));
    accounts.stamp(
        "raise no epoch that is as high already ($lt)", amounts.debit("paid", SECOND, source, 100));
  }

  private void decideAndSettle() {
    records.advance(
        "take over for nobody by name ($unset)",
        new Transition.TakeOver(id("paid"), FIRST, application, token));
    records.advance(
        "refuse a take-over from an older epoch",
        new Transition.TakeOver(id("paid"), FIRST, application, otherToken));
    records.advance(
        "refuse a decision at an older epoch", new Transition.Decide(id("paid"), FIRST));
    accounts.settle("settle nothing at an older epoch", amounts.debit("paid", FIRST, source, 100));
    records.advance("decide", new Transition.Decide(id("paid"), SECOND));
    accounts.settle(
        "settle a debit and a credit (a conditional $pull beside $inc)",
        amounts.debit("paid", SECOND, source, 100),
        amounts.credit("paid", SECOND, destination, 100));
    accounts.settle("settle nothing twice", amounts.debit("paid", SECOND, source, 100));
    records.advance("finish", new Transition.Finish(id("paid")));
  }

  private void cancel() {
    CancelReason reason = new CancelReason.Requested("the probe");
    records.advance(
        "begin to cancel",
        new Transition.BeginCancel(id("undone"), FIRST, reason, Option.some(owner), token));
    accounts.release("release a hold", amounts.debit("undone", SECOND, source, 50));
    records.advance("finish cancelling", new Transition.FinishCancel(id("undone")));
    records.advance(
        "claim, and cancel what nobody has claimed",
        new Transition.Claim(id("claimed"), application, Option.some(owner), token),
        new Transition.CancelUnclaimed(id("unclaimed"), reason, token));
    accounts.hold("hold a debit again", amounts.debit("claimed", FIRST, source, 7));
    accounts.withdraw(
        "withdraw nothing at another epoch", amounts.debit("claimed", SECOND, source, 7));
    accounts.withdraw("withdraw a hold", amounts.debit("claimed", FIRST, source, 7));
  }

  /** What a batch sends of one account goes in one update. */
  private void groups() {
    Leg first = amounts.debit("g1", FIRST, source, 10);
    Leg second = amounts.debit("g2", FIRST, source, 20);
    Leg third = amounts.credit("g3", FIRST, source, 40);
    Leg fourth = amounts.debit("g4", FIRST, source, 80);
    accounts.hold("hold twice on one account in one update ($push with $each)", first, second);
    accounts.hold("refuse both where they are held ($nin)", first, second);
    accounts.hold("hold twice more", third, fourth);
    accounts.hold(
        "refuse more holds than are allowed ($exists)", amounts.debit("g5", FIRST, source, 1));
    accounts.settle(
        "settle two of four holds in one update ($and of $elemMatch, $pull with $in)",
        first,
        second);
    accounts.settle("settle the one of two that is there", first, third);
    accounts.release("release the last hold", fourth);
  }

  private void statuses() {
    Leg held = amounts.credit("g6", FIRST, empty, 5);
    accounts.hold("hold a credit", held);
    accounts.change("refuse to close an account with a hold ($size)", empty, StatusChange.CLOSE);
    accounts.release("release a credit", held);
    accounts.change("freeze an account", source, StatusChange.FREEZE);
    accounts.hold("refuse a hold on a frozen account", amounts.debit("g7", FIRST, source, 1));
    accounts.change("unfreeze an account", source, StatusChange.UNFREEZE);
    accounts.change("refuse to close an account with a balance", source, StatusChange.CLOSE);
    accounts.change("close an account", empty, StatusChange.CLOSE);
    accounts.change("leave a closed account closed ($in)", empty, StatusChange.FREEZE);
  }

  private void reads() {
    accounts.latest("read an account by a write to it", source);
    records.latest("read a record by a write to it", id("paid"));
    accounts.heldOnes("find the accounts that have holds ($exists)");
    records.begin("insert another record", begun("stuck"));
    records.begin("insert a record after it", begun("stuck-2"));
    UnfinishedQuery stuck = new UnfinishedQuery(STUCK, Option.some(application), 10);
    records.unfinished(
        "find the records that were not changed for long ($in, $lte)",
        later,
        stuck,
        id("stuck"),
        id("stuck-2"));
    records.unfinishedAfter(
        "find those of them that come after one ($or)", later, stuck, id("stuck"), id("stuck-2"));
  }

  private NewRecord begun(String name) {
    return new NewRecord.Begun(body(name), application, Option.some(owner), token);
  }

  private NewRecord submitted(String name) {
    return new NewRecord.Submitted(body(name));
  }

  private NewTransaction body(String name) {
    return NewTransaction.transfer(id(name), source, destination, ScratchAmounts.money(100)).get();
  }

  private TransactionId id(String name) {
    return ids.transaction(name);
  }
}
