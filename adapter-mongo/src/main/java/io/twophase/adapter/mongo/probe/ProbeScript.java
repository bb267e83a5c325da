package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.account.AccountAdoption;
import io.twophase.adapter.mongo.account.AccountForms;
import io.twophase.adapter.mongo.account.MongoAccountRepository;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.setup.Expiry;
import io.twophase.adapter.mongo.transaction.MongoTransactionRepository;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;

/**
 * The steps of the probe, in their order. Each kind of update is sent where its guard holds and
 * where it does not; a neighbour that must not be touched is in the same document.
 */
final class ProbeScript {

  private static final Currency CURRENCY = Currency.getInstance("XXX");
  private static final HoldLimit LIMIT = new HoldLimit(4);
  private static final Epoch FIRST = Epoch.FIRST;
  private static final Epoch SECOND = FIRST.next();
  private static final Duration STUCK = Duration.ofMinutes(30);

  private final MongoCollection<BsonDocument> scratch;
  private final Server server;
  private final ScratchIds ids;
  private final Findings findings;
  private final ProbedAccounts accounts;
  private final ProbedAccounts ofFirstForm;
  private final ProbedRecords records;
  private final ProbedOwners owners;
  private final MongoTransactionRepository later;
  private final AccountCodec accountCodec = new AccountCodec(CURRENCY);
  private final TransactionCodec recordCodec = new TransactionCodec(CURRENCY);
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
    Expiry expiry = new Expiry(database, scratch, server.errors());
    this.scratch = scratch;
    this.server = server;
    this.ids = ids;
    this.findings = new Findings(server.errors().store());
    this.accounts = probed(AccountForms.SECOND);
    this.ofFirstForm = probed(AccountForms.FIRST);
    this.records =
        new ProbedRecords(
            new MongoTransactionRepository(
                scratch, recordCodec, at(ProbedRecords.STAMP), server, expiry),
            findings);
    this.later =
        new MongoTransactionRepository(
            scratch, recordCodec, at(ProbedRecords.STAMP.plus(STUCK)), server, expiry);
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
    checks();
    forms();
    types();
    adoption();
    reads();
    owners.run();
  }

  private void begin() {
    accounts.open("insert accounts", opening(source, 1000), opening(destination, 0));
    accounts.open(
        "insert an account whose id is taken, and another",
        opening(source, 1000),
        opening(empty, 0));
    records.begin("insert records", begun("paid"), begun("undone"), submitted("claimed"));
    records.begin(
        "insert a record whose id is taken, and another", begun("paid"), submitted("unclaimed"));
  }

  private void holdAndStamp() {
    accounts.hold("hold a debit ($inc beside $push)", debit("undone", FIRST, source, 50));
    accounts.hold(
        "hold a debit and a credit",
        debit("paid", FIRST, source, 100),
        credit("paid", FIRST, destination, 100));
    accounts.hold(
        "refuse a second hold of one transaction ($ne)", debit("paid", FIRST, source, 100));
    accounts.hold(
        "refuse to hold more than is available ($gte)", debit("claimed", FIRST, source, 851));
    accounts.stamp(
        "raise the epoch of two holds ($elemMatch with $and, and a position)",
        debit("paid", SECOND, source, 100),
        credit("paid", SECOND, destination, 100));
    accounts.stamp(
        "raise no epoch that is as high already ($lt)", debit("paid", SECOND, source, 100));
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
    accounts.settle("settle nothing at an older epoch", debit("paid", FIRST, source, 100));
    records.advance("decide", new Transition.Decide(id("paid"), SECOND));
    accounts.settle(
        "settle a debit and a credit (a conditional $pull beside $inc)",
        debit("paid", SECOND, source, 100),
        credit("paid", SECOND, destination, 100));
    accounts.settle("settle nothing twice", debit("paid", SECOND, source, 100));
    records.advance("finish", new Transition.Finish(id("paid")));
  }

  private void cancel() {
    CancelReason reason = new CancelReason.Requested("the probe");
    records.advance(
        "begin to cancel",
        new Transition.BeginCancel(id("undone"), FIRST, reason, Option.some(owner), token));
    accounts.release("release a hold", debit("undone", SECOND, source, 50));
    records.advance("finish cancelling", new Transition.FinishCancel(id("undone")));
    records.advance(
        "claim, and cancel what nobody has claimed",
        new Transition.Claim(id("claimed"), application, Option.some(owner), token),
        new Transition.CancelUnclaimed(id("unclaimed"), reason, token));
    accounts.hold("hold a debit again", debit("claimed", FIRST, source, 7));
    accounts.withdraw("withdraw nothing at another epoch", debit("claimed", SECOND, source, 7));
    accounts.withdraw("withdraw a hold", debit("claimed", FIRST, source, 7));
  }

  /** What a batch sends of one account goes in one update. */
  private void groups() {
    Leg first = debit("g1", FIRST, source, 10);
    Leg second = debit("g2", FIRST, source, 20);
    Leg third = credit("g3", FIRST, source, 40);
    Leg fourth = debit("g4", FIRST, source, 80);
    accounts.hold("hold twice on one account in one update ($push with $each)", first, second);
    accounts.hold("refuse both where they are held ($nin)", first, second);
    accounts.hold("hold twice more", third, fourth);
    accounts.hold("refuse more holds than are allowed ($exists)", debit("g5", FIRST, source, 1));
    accounts.settle(
        "settle two of four holds in one update ($and of $elemMatch, $pull with $in)",
        first,
        second);
    accounts.settle("settle the one of two that is there", first, third);
    accounts.release("release the last hold", fourth);
  }

  private void statuses() {
    Leg held = credit("g6", FIRST, empty, 5);
    accounts.hold("hold a credit", held);
    accounts.change("refuse to close an account with a hold ($size)", empty, StatusChange.CLOSE);
    accounts.release("release a credit", held);
    accounts.change("freeze an account", source, StatusChange.FREEZE);
    accounts.hold("refuse a hold on a frozen account", debit("g7", FIRST, source, 1));
    accounts.change("unfreeze an account", source, StatusChange.UNFREEZE);
    accounts.change("refuse to close an account with a balance", source, StatusChange.CLOSE);
    accounts.change("close an account", empty, StatusChange.CLOSE);
    accounts.change("leave a closed account closed ($in)", empty, StatusChange.FREEZE);
  }

  private ProbedAccounts probed(AccountForms forms) {
    return new ProbedAccounts(
        new MongoAccountRepository(scratch, accountCodec, server, LIMIT, forms), LIMIT, findings);
  }

  private void checks() {
    AccountId checked = ids.account("checked");
    Account open = Account.open(opening(checked, 10));
    TransactionId checker = ids.transaction("g9");
    DocumentHold hold =
        new DocumentHold(
            new Home("probe"), checker, FIRST, HoldMode.SHARED, "probe", Set.of("status"), 0);
    BsonDocument document =
        accountCodec.encode(
            new Account(
                open.opening(),
                open.balance(),
                open.available(),
                open.receivable(),
                open.status(),
                open.holds(),
                List.of(hold)),
            true);
    scratch.insertOne(document);
    findings.require(
        "refuse to freeze an account that is checked ($not, $elemMatch, $exists)",
        () ->
            Findings.unlessEqual(
                    new StatusOutcome.Refused(new StatusRefusal.Busy(checked, checker)),
                    accounts.changed(checked, StatusChange.FREEZE))
                .orElse(Findings.unlessEqual(document, stored(checked))));
  }

  /** What it takes in the first form, and that it gets the second where that is written. */
  private void forms() {
    AccountId older = ids.account("older");
    Account opened = Account.open(opening(older, 10));
    Leg one = debit("g10", FIRST, older, 1);
    Leg two = credit("g11", FIRST, older, 2);
    Account held = held(held(opened, one), two);
    scratch.insertOne(accountCodec.encode(opened, false));
    findings.require(
        "hold on an account of the first form ($type)",
        () ->
            Findings.unlessEqual(List.of(ProbedAccounts.HELD), ofFirstForm.placed(one))
                .orElse(unless(new StoredAccount.Current(held(opened, one), false), older)));
    findings.require(
        "give an account the second form, and hold on it then",
        () ->
            Findings.unlessEqual(List.of(ProbedAccounts.HELD), accounts.placed(two))
                .orElse(unless(new StoredAccount.Current(held, true), older)));
  }

  private Option<String> unless(StoredAccount expected, AccountId id) {
    return Findings.unlessEqual(expected, accountCodec.decode(stored(id)));
  }

  private static Account held(Account account, Leg leg) {
    return account.hold(leg.transaction(), leg.epoch(), leg.operation()).get();
  }

  private void types() {
    AccountId odd = ids.account("odd");
    BsonDocument document =
        accountCodec
            .encode(Account.open(opening(odd, 10)), false)
            .append(Field.BALANCE, new BsonDouble(10));
    scratch.insertOne(document);
    findings.require(
        "hold nothing on an account whose balance is no int64 ($type)",
        () -> {
          List<String> held = ofFirstForm.placed(debit("g8", FIRST, odd, 1));
          return Findings.unlessEqual(List.of(ProbedAccounts.NOT_HELD), held)
              .orElse(Findings.unlessEqual(document, stored(odd)));
        });
  }

  /** An account as the tutorial has made it becomes one of this software's, as it was read. */
  private void adoption() {
    AccountId old = ids.account("tutorial");
    BsonDocument before =
        new BsonDocument(Field.ID, new BsonString(old.value()))
            .append(Field.BALANCE, new BsonDouble(10))
            .append(Field.PENDING, new BsonArray());
    BsonDocument changed = before.clone().append(Field.BALANCE, new BsonDouble(11));
    scratch.insertOne(changed);
    AccountAdoption adoption =
        new AccountAdoption(scratch, accountCodec, server, AccountForms.SECOND);
    findings.require(
        "replace no document that is not as it was read ($eq)",
        () ->
            Findings.unlessEqual(Answer.certain(0), adoption.adopt(List.of(tutorial(before))))
                .orElse(Findings.unlessEqual(changed, stored(old))));
    findings.require(
        "replace a document that is as it was read, once ($exists)",
        () ->
            Findings.unlessEqual(
                List.of(Answer.certain(1), Answer.certain(0)),
                List.of(
                    adoption.adopt(List.of(tutorial(changed))),
                    adoption.adopt(List.of(tutorial(changed))))));
    accounts.expect(tutorial(changed).read());
    accounts.hold("hold a debit on it", debit("g9", FIRST, old, 1));
  }

  private StoredAccount.Tutorial tutorial(BsonDocument document) {
    return (StoredAccount.Tutorial) accountCodec.decode(document);
  }

  private BsonDocument stored(AccountId id) {
    BsonDocument filter = new BsonDocument(Field.ID, new BsonString(id.value()));
    return Objects.requireNonNullElseGet(scratch.find(filter).first(), BsonDocument::new);
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
    return NewTransaction.transfer(id(name), source, destination, money(100)).get();
  }

  private TransactionId id(String name) {
    return ids.transaction(name);
  }

  private static Opening opening(AccountId id, long balance) {
    return Opening.of(id, money(balance)).get();
  }

  private Leg debit(String transaction, Epoch epoch, AccountId account, long amount) {
    return leg(transaction, epoch, new Debit(account, money(amount)));
  }

  private Leg credit(String transaction, Epoch epoch, AccountId account, long amount) {
    return leg(transaction, epoch, new Credit(account, money(amount)));
  }

  private Leg leg(String transaction, Epoch epoch, AccountOperation operation) {
    return new Leg(id(transaction), epoch, operation);
  }

  private static Money money(long minor) {
    return new Money(minor, CURRENCY);
  }
}
