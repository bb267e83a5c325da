package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.probe.ProbeRun.FIRST;
import static io.twophase.adapter.mongo.probe.ProbeRun.SECOND;
import static io.twophase.adapter.mongo.probe.ProbeRun.raised;
import static io.twophase.adapter.mongo.probe.ProbeRun.released;
import static io.twophase.adapter.mongo.probe.ProbeRun.second;
import static io.twophase.adapter.mongo.probe.ProbeRun.settled;
import static io.twophase.adapter.mongo.probe.ProbeRun.withdrawn;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.collection.Inspector;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.event.MongoOwnerRepository;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * The steps of the probe, in their order. Each kind of update is sent where its guard holds and
 * where it does not; a neighbour that must not be touched is in the same document.
 */
final class ProbeScript {

  /** The lead of the clock by which unfinished records are found. */
  private static final Duration STUCK = Duration.ofMinutes(30);

  private static final Duration BEATS = Duration.ofSeconds(1);
  private static final CancelReason REASON = new CancelReason.Requested("the probe");
  private static final ApproverName APPROVER = new ApproverName("probe");

  private final ProbeRun run;
  private final ProbedTargets accounts;
  private final ProbedRecords records;
  private final MongoOwnerRepository owners;
  private final RecordId batch;
  private final ApplicationName application;
  private final OwnerId process;

  /** The steps of {@code run}, on documents in {@code scratch}. */
  ProbeScript(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      ProbeRun run) {
    this.run = run;
    this.accounts = new ProbedTargets(database, scratch, server, inspector);
    this.records = new ProbedRecords(database, scratch, server, STUCK);
    this.owners = new MongoOwnerRepository(scratch, ProbedRecords.AT_STAMP, server);
    this.batch = run.batch;
    this.application = run.owner.application();
    this.process = run.owner.process().orElseThrow();
  }

  /** Takes all steps. */
  void takeAll() {
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
    accounts.open("insert accounts", run.opening("source", 1000), run.opening("destination", 0));
    accounts.open(
        "insert an account whose id is taken, and another",
        run.opening("source", 1000),
        run.opening("empty", 0));
    records.insert(
        "insert records", run.begun("paid"), run.begun("undone"), run.submitted("claimed"));
    records.insert(
        "insert a record whose id is taken, and another",
        run.begun("paid"),
        run.submitted("unclaimed"));
  }

  private void holdAndStamp() {
    Placing debit = run.debit("paid", "source", 100);
    Placing credit = run.credit("paid", "destination", 100);
    accounts.place("hold a debit ($inc beside $push)", run.debit("undone", "source", 50));
    accounts.place("hold a debit and a credit", debit, credit);
    accounts.place("refuse a second hold of one record ($not, $elemMatch)", debit);
    accounts.place(
        "refuse to hold more than is available ($gte)", run.debit("claimed", "source", 851));
    accounts.stamp(
        "raise the epoch of two holds ($elemMatch with $and, and a position)",
        raised(debit, SECOND),
        raised(credit, SECOND));
    accounts.stamp(
        "raise no epoch of a hold that is not as it was read ($eq)", raised(debit, SECOND.next()));
    accounts.stamp("raise no epoch that is as high already ($lt)", raised(second(debit), SECOND));
  }

  private void decideAndSettle() {
    RecordId paid = run.record("paid");
    Placing first = run.debit("paid", "source", 100);
    records.move(
        "take over for nobody by name ($unset)",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("first"))));
    records.move(
        "refuse a take-over from an older epoch",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("second"))));
    records.move("refuse a decision at an older epoch", applied("paid", FIRST));
    accounts.end("settle nothing at an older epoch", settled(first, -100));
    records.move("decide", applied("paid", SECOND));
    Ending debit = settled(second(first), -100);
    accounts.end(
        "settle a debit and a credit (a conditional $pull beside $inc)",
        debit,
        settled(second(run.credit("paid", "destination", 100)), 100));
    accounts.end("settle nothing twice", debit);
    records.move("finish", Transition.finish(paid, State.APPLIED));
  }

  private Transition applied(String name, Epoch epoch) {
    return Transition.decide(
        run.record(name), List.of(run.transaction(name)), epoch, Map.of(), Verdict.ALL_APPLIED);
  }

  private void cancel() {
    records.move("begin to cancel", canceled(run.record("undone"), run.owner));
    accounts.end("release a hold", released(second(run.debit("undone", "source", 50))));
    records.move("finish cancelling", Transition.finish(run.record("undone"), State.CANCELING));
    records.move(
        "claim, and cancel what nobody has claimed",
        Transition.acquire(run.record("claimed"), Epoch.NONE, run.owner),
        canceled(run.record("unclaimed"), run.owner));
    Placing again = run.debit("claimed", "source", 7);
    accounts.place("hold a debit again", again);
    accounts.end("withdraw nothing at another epoch", withdrawn(second(again)));
    accounts.end("withdraw a hold", withdrawn(again));
  }

  private Transition canceled(RecordId id, Owner by) {
    return Transition.cancel(records.record(id), REASON, by, List.of());
  }

  private void crowd() {
    Placing first = run.debit("g1", "source", 10);
    Placing second = run.debit("g2", "source", 20);
    Placing third = run.credit("g3", "source", 40);
    Placing fourth = run.debit("g4", "source", 80);
    accounts.place("hold twice on one account", first, second);
    accounts.place("refuse both holds that are there", first, second);
    accounts.place("hold twice more", third, fourth);
    accounts.place("refuse more holds than are allowed ($exists)", run.debit("g5", "source", 1));
    accounts.end("settle two of four holds", settled(first, -10), settled(second, -20));
    accounts.end("settle the one of two that is there", settled(first, -10), settled(third, 40));
    accounts.end("release the last hold", released(fourth));
    // the whole balance is held, of more that is asked for
    Range all = new Range(100, 0, Optional.of(100L), Optional.empty());
    accounts.place("hold all there is", run.range(run.record("most"), "destination", all));
    Ending less = settled(run.range(run.record("most"), "destination", Range.whole(150, 0)), -100);
    accounts.end("settle less than was asked for", less);
    accounts.end("count no hold of less that has ended ($or)", less);
  }

  private void statuses() {
    AccountId source = run.account("source");
    AccountId empty = run.account("empty");
    Placing held = run.credit("g6", "empty", 5);
    accounts.place("hold a credit", held);
    accounts.change("refuse to close an account with a hold ($size)", empty, StatusChange.CLOSE);
    accounts.end("release a credit", released(held));
    accounts.change("freeze an account ($rename)", source, StatusChange.FREEZE);
    accounts.place("refuse a hold on a frozen account", run.debit("g7", "source", 1));
    accounts.change("unfreeze an account", source, StatusChange.UNFREEZE);
    accounts.change("refuse to close an account with a balance", source, StatusChange.CLOSE);
    accounts.change("close an account", empty, StatusChange.CLOSE);
    accounts.change("leave a closed account closed ($in)", empty, StatusChange.FREEZE);
  }

  private void ranges() {
    accounts.open("insert one more account", run.opening("ranged", 40));
    records.insert(
        "insert a record and its members",
        NewRecord.several(
            batch, List.of(member("m1"), member("m2"), member("m3")), false, run.owner));
    Placing whole = run.range(batch, "ranged", Range.whole(30, 20));
    Ending raised = settled(second(whole), -5);
    accounts.place("hold a range ($inc of two bounds beside $push)", whole);
    accounts.place("refuse a second range of one record", run.range(batch, "ranged", Range.NONE));
    accounts.stamp("raise the epoch of a range", raised(whole, SECOND));
    accounts.end("settle no range at an older epoch", settled(whole, -5));
    accounts.end("settle a range ($inc of three figures beside $pull)", raised);
    accounts.end("settle no range twice", raised);
    accounts.place("refuse a range where more is there than it says ($lte)", reduced(34));
    accounts.place("hold a range that says what was there", reduced(35));
    accounts.end(
        "withdraw no range at another epoch",
        withdrawn(second(run.range(batch, "ranged", Range.whole(5, 0)))));
    accounts.end("withdraw a range", withdrawn(reduced(35)));
  }

  private NewTransaction member(String name) {
    return run.transfer(name, "ranged", "other", 5);
  }

  private Placing reduced(long had) {
    return run.range(batch, "ranged", new Range(5, 0, Optional.of(had), Optional.empty()));
  }

  /** Decides a record of three members: one is applied, one canceled, one left out. */
  private void several() {
    Transition exclusion = Transition.exclude(batch, run.transaction("m2"), REASON);
    records.move("cancel a member ($push)", exclusion);
    records.move("cancel no member twice ($ne)", exclusion);
    records.move("decide nothing by other exclusions", decided(Map.of()));
    records.move("decide by those that are there", decided(records.record(batch).excluded()));
    records.move("finish the record of three", Transition.finish(batch, State.APPLIED));
    records.take(
        "make a record of a member that is left out ($unset beside $set)",
        MemberTake.alone(records.member(run.transaction("m3")), run.owner));
    records.move("forget that it was left out", Transition.forget(batch, State.DONE));
  }

  private Transition decided(Map<TransactionId, CancelReason> excluded) {
    return Transition.decide(
        batch,
        List.of(run.transaction("m1"), run.transaction("m2"), run.transaction("m3")),
        FIRST,
        excluded,
        new Verdict(Map.of(), Set.of(run.transaction("m3")), Set.of(), Map.of()));
  }

  private void checkedAndDamaged() {
    accounts.put(Account.open(run.opening("checked", 10)).with(List.of(run.check("g9"))));
    accounts.change(
        "refuse to freeze an account that is checked ($not, $elemMatch, $exists)",
        run.account("checked"),
        StatusChange.FREEZE);
    accounts.damage(
        "see a hold whose figure is no whole number, and no other ($type)",
        run.debit("g9", "damaged", 1));
  }

  private void adoption() {
    accounts.adopt(
        "replace no document that is not as it was read ($eq)",
        "replace a document that is as it was read, once ($exists)",
        run.account("tutorial"));
    accounts.place("hold a debit on it", run.debit("g9", "tutorial", 1));
  }

  private void reads() {
    accounts.latest("read an account by a write to it", run.account("source"));
    records.latest("read a record by a write to it", run.transaction("paid"));
    accounts.heldOnes("find the accounts that have holds ($exists)");
    records.insert("insert another record", run.begun("stuck"));
    records.insert("insert a record after it", run.begun("stuck-2"));
    RecordQuery stuck = RecordQuery.unfinished(STUCK, 10).ownedBy(application);
    RecordId first = run.record("stuck");
    RecordId next = run.record("stuck-2");
    records.list("find the records that were not changed for long ($in, $lte)", stuck, first, next);
    records.listAfter("find those of them that come after one ($or)", stuck, first, next);
  }

  private void authorize() {
    RecordId captured = run.record("captured");
    accounts.open("insert two more accounts", run.opening("payer", 100), run.opening("payee", 0));
    ApprovalRule rule = new ApprovalRule(1, List.of(APPROVER, new ApproverName("other")));
    records.insert(
        "insert authorizations",
        authorized("captured", STUCK, Optional.of(rule)),
        authorized("expired", STUCK.dividedBy(2), Optional.empty()),
        authorized("waiting", STUCK.multipliedBy(2), Optional.empty()));
    accounts.place(
        "hold what is authorized",
        run.debit("captured", "payer", 50),
        run.credit("captured", "payee", 50));
    records.move("authorize nothing at another epoch", Transition.authorize(captured, SECOND));
    records.move(
        "authorize three",
        Transition.authorize(captured, FIRST),
        Transition.authorize(run.record("waiting"), FIRST),
        Transition.authorize(run.record("expired"), FIRST));
    records.move("decide nothing that is authorized", applied("captured", FIRST));
  }

  private NewRecord authorized(String name, Duration lifetime, Optional<ApprovalRule> approvals) {
    return NewRecord.alone(
        run.transfer(name, "payer", "payee", 50)
            .authorizedUnder(new AuthorizationTerms(lifetime, approvals)),
        authorizing());
  }

  private Owner authorizing() {
    return new Owner(application, new Token("authorizing"));
  }

  private void capture() {
    RecordId captured = run.record("captured");
    Transition capture =
        Transition.capture(run.transaction("captured"), FIRST, List.of(30L, 30L), 1, authorizing());
    Transition approval = Transition.approve(captured, FIRST, APPROVER);
    records.move("refuse a capture that is not approved", capture);
    records.move("approve ($push of what is not there)", approval);
    records.move("refuse a second approval of one name ($ne)", approval);
    Transition voided = canceled(captured, authorizing());
    records.move("capture a part", capture);
    records.move("capture nothing twice", capture);
    records.move("void nothing that is captured", voided);
    accounts.end(
        "settle the part, and give back the rest ($inc of three figures)",
        settled(run.debit("captured", "payer", 50), -30),
        settled(run.credit("captured", "payee", 50), 30));
    records.move("finish what is captured", Transition.finish(captured, State.APPLIED));
  }

  private void expire() {
    RecordQuery overdue = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    records.list("find what has expired ($lte)", overdue, run.record("expired"));
    records.move("void what has expired", canceled(run.record("expired"), authorizing()));
    records.list("find no more of it", overdue);
    records.move("finish the void", Transition.finish(run.record("expired"), State.CANCELING));
  }

  /** A scratch document like the one that shows that a running process is alive. */
  private void beat() {
    accounts.require(
        "insert an owner's document, and count its second beat",
        List.of(MatchOutcome.MATCHED, MatchOutcome.MATCHED, List.of(2L)),
        () ->
            List.of(
                owners.beat(process, application, BEATS, Vitals.NONE),
                owners.beat(process, application, BEATS, Vitals.NONE),
                beats()));
    accounts.require(
        "remove an owner's document at its last beat only",
        List.of(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED, List.of()),
        () -> List.of(owners.remove(process, 1), owners.remove(process, 2), beats()));
  }

  private List<Long> beats() {
    return owners.find(List.of(process)).stream()
        .filter(OwnerLookup.Found.class::isInstance)
        .map(found -> ((OwnerLookup.Found) found).beat())
        .toList();
  }
}
