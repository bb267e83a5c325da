package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.DeleteOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Inspector;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OwnerLookup;
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
import java.util.TreeSet;
import org.bson.BsonDocument;

/**
 * The steps of the probe, in their order. Each kind of update is sent where its guard holds and
 * where it does not; a neighbour that must not be touched is in the same document. All ids begin
 * with the name of the run, so that two runs at once share none.
 */
final class ProbeScript extends Probed {

  private static final Epoch FIRST = Epoch.FIRST;
  private static final Epoch SECOND = FIRST.next();
  private static final Duration BEATS = Duration.ofSeconds(1);
  private static final CancelReason REASON = new CancelReason.Requested("the probe");
  private static final ApproverName APPROVER = new ApproverName("probe");

  /** The record of several transactions. */
  private final RecordId batch = new RecordId(TransactionId.BATCH_PREFIX + run);

  private final ApplicationName application = new ApplicationName("probe-" + run);
  private final Set<String> used = new TreeSet<>(Set.of(batch.value()));
  private final OwnerId process = new OwnerId(named("owner"));

  /** The owner of most of what the run does. */
  private final Owner owner = new Owner(application, Optional.of(process), new Token("first"));

  /** The owner of all that is authorized. */
  private final Owner authorizing = new Owner(application, new Token("authorizing"));

  /** The steps of the run of that name, on documents in {@code scratch}. */
  ProbeScript(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      String run) {
    super(database, scratch, server, inspector, run);
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
    open("insert accounts", opening("source", 1000), opening("destination", 0));
    open(
        "insert an account whose id is taken, and another",
        opening("source", 1000),
        opening("empty", 0));
    insert("insert records", begun("paid"), begun("undone"), submitted("claimed"));
    insert("insert a record whose id is taken, and another", begun("paid"), submitted("unclaimed"));
  }

  private void holdAndStamp() {
    Placing debit = debit("paid", "source", 100);
    Placing credit = credit("paid", "destination", 100);
    place("hold a debit ($inc beside $push)", debit("undone", "source", 50));
    place("hold a debit and a credit", debit, credit);
    place("refuse a second hold of one record ($not, $elemMatch)", debit);
    place("refuse to hold more than is available ($gte)", debit("claimed", "source", 851));
    stamp(
        "raise the epoch of two holds ($elemMatch with $and, and a position)",
        raised(debit, SECOND),
        raised(credit, SECOND));
    stamp(
        "raise no epoch of a hold that is not as it was read ($eq)", raised(debit, SECOND.next()));
    stamp("raise no epoch that is as high already ($lt)", raised(second(debit), SECOND));
  }

  private void decideAndSettle() {
    RecordId paid = id("paid");
    Placing first = debit("paid", "source", 100);
    move(
        "take over for nobody by name ($unset)",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("first"))));
    move(
        "refuse a take-over from an older epoch",
        Transition.acquire(paid, FIRST, new Owner(application, new Token("second"))));
    move("refuse a decision at an older epoch", applied("paid", FIRST));
    end("settle nothing at an older epoch", settled(first, -100));
    move("decide", applied("paid", SECOND));
    Ending debit = settled(second(first), -100);
    end(
        "settle a debit and a credit (a conditional $pull beside $inc)",
        debit,
        settled(second(credit("paid", "destination", 100)), 100));
    end("settle nothing twice", debit);
    move("finish", Transition.finish(paid, State.APPLIED));
  }

  private Transition applied(String name, Epoch epoch) {
    return Transition.decide(
        id(name), List.of(transaction(name)), epoch, Map.of(), Verdict.ALL_APPLIED);
  }

  private void cancel() {
    move("begin to cancel", canceled(id("undone"), owner));
    end("release a hold", released(second(debit("undone", "source", 50))));
    move("finish cancelling", Transition.finish(id("undone"), State.CANCELING));
    move(
        "claim, and cancel what nobody has claimed",
        Transition.acquire(id("claimed"), Epoch.NONE, owner),
        canceled(id("unclaimed"), owner));
    Placing again = debit("claimed", "source", 7);
    place("hold a debit again", again);
    end("withdraw nothing at another epoch", withdrawn(second(again)));
    end("withdraw a hold", withdrawn(again));
  }

  private Transition canceled(RecordId id, Owner by) {
    return Transition.cancel(record(id), REASON, by, List.of());
  }

  private void crowd() {
    Placing first = debit("g1", "source", 10);
    Placing second = debit("g2", "source", 20);
    Placing third = credit("g3", "source", 40);
    Placing fourth = debit("g4", "source", 80);
    place("hold twice on one account", first, second);
    place("refuse both holds that are there", first, second);
    place("hold twice more", third, fourth);
    place("refuse more holds than are allowed ($exists)", debit("g5", "source", 1));
    end("settle two of four holds", settled(first, -10), settled(second, -20));
    end("settle the one of two that is there", settled(first, -10), settled(third, 40));
    end("release the last hold", released(fourth));
    // the whole balance is held, of more that is asked for
    Range all = new Range(100, 0, Optional.of(100L), Optional.empty());
    place("hold all there is", range(id("most"), "destination", all));
    Ending less = settled(range(id("most"), "destination", Range.whole(150, 0)), -100);
    end("settle less than was asked for", less);
    end("count no hold of less that has ended ($or)", less);
  }

  private void statuses() {
    AccountId source = account("source");
    AccountId empty = account("empty");
    Placing held = credit("g6", "empty", 5);
    place("hold a credit", held);
    change("refuse to close an account with a hold ($size)", empty, StatusChange.CLOSE);
    end("release a credit", released(held));
    change("freeze an account ($rename)", source, StatusChange.FREEZE);
    place("refuse a hold on a frozen account", debit("g7", "source", 1));
    change("unfreeze an account", source, StatusChange.UNFREEZE);
    change("refuse to close an account with a balance", source, StatusChange.CLOSE);
    change("close an account", empty, StatusChange.CLOSE);
    change("leave a closed account closed ($in)", empty, StatusChange.FREEZE);
  }

  private void ranges() {
    open("insert one more account", opening("ranged", 40));
    insert(
        "insert a record and its members",
        NewRecord.several(batch, List.of(part("m1"), part("m2"), part("m3")), false, owner));
    Placing whole = range(batch, "ranged", Range.whole(30, 20));
    Ending raised = settled(second(whole), -5);
    place("hold a range ($inc of two bounds beside $push)", whole);
    place("refuse a second range of one record", range(batch, "ranged", Range.NONE));
    stamp("raise the epoch of a range", raised(whole, SECOND));
    end("settle no range at an older epoch", settled(whole, -5));
    end("settle a range ($inc of three figures beside $pull)", raised);
    end("settle no range twice", raised);
    place("refuse a range where more is there than it says ($lte)", reduced(34));
    place("hold a range that says what was there", reduced(35));
    end(
        "withdraw no range at another epoch",
        withdrawn(second(range(batch, "ranged", Range.whole(5, 0)))));
    end("withdraw a range", withdrawn(reduced(35)));
  }

  private NewTransaction part(String name) {
    return transfer(name, "ranged", "other", 5);
  }

  private Placing reduced(long had) {
    return range(batch, "ranged", new Range(5, 0, Optional.of(had), Optional.empty()));
  }

  /** Decides a record of three members: one is applied, one canceled, one left out. */
  private void several() {
    Transition exclusion = Transition.exclude(batch, transaction("m2"), REASON);
    move("cancel a member ($push)", exclusion);
    move("cancel no member twice ($ne)", exclusion);
    move("decide nothing by other exclusions", decided(Map.of()));
    move("decide by those that are there", decided(record(batch).excluded()));
    move("finish the record of three", Transition.finish(batch, State.APPLIED));
    take(
        "make a record of a member that is left out ($unset beside $set)",
        MemberTake.alone(member(transaction("m3")), owner));
    move("forget that it was left out", Transition.forget(batch, State.DONE));
  }

  private Transition decided(Map<TransactionId, CancelReason> excluded) {
    return Transition.decide(
        batch,
        List.of(transaction("m1"), transaction("m2"), transaction("m3")),
        FIRST,
        excluded,
        new Verdict(Map.of(), Set.of(transaction("m3")), Set.of(), Map.of()));
  }

  private void checkedAndDamaged() {
    Hold check =
        new Hold(
            HOME,
            id("g9"),
            FIRST,
            HoldMode.SHARED,
            Range.NONE,
            Set.of("status"),
            "probe",
            Optional.empty());
    put(Account.open(opening("checked", 10)).with(List.of(check)));
    change(
        "refuse to freeze an account that is checked ($not, $elemMatch, $exists)",
        account("checked"),
        StatusChange.FREEZE);
    damage(
        "see a hold whose figure is no whole number, and no other ($type)",
        debit("g9", "damaged", 1),
        settled(debit("g9", "damaged", 1), -1));
  }

  private void adoption() {
    adopt(
        "replace no document that is not as it was read ($eq)",
        "replace a document that is as it was read, once ($exists)",
        account("tutorial"));
    place("hold a debit on it", debit("g9", "tutorial", 1));
  }

  private void reads() {
    latest("read an account by a write to it", account("source"));
    latest("read a record by a write to it", transaction("paid"));
    heldOnes("find the accounts that have holds ($exists)");
    insert("insert another record", begun("stuck"));
    insert("insert a record after it", begun("stuck-2"));
    RecordQuery stuck = RecordQuery.unfinished(AHEAD, 10).ownedBy(application);
    RecordId first = id("stuck");
    RecordId next = id("stuck-2");
    list("find the records that were not changed for long ($in, $lte)", stuck, first, next);
    listAfter("find those of them that come after one ($or)", stuck, first, next);
  }

  private void authorize() {
    RecordId captured = id("captured");
    open("insert two more accounts", opening("payer", 100), opening("payee", 0));
    ApprovalRule rule = new ApprovalRule(1, List.of(APPROVER, new ApproverName("other")));
    insert(
        "insert authorizations",
        authorized("captured", AHEAD, Optional.of(rule)),
        authorized("expired", AHEAD.dividedBy(2), Optional.empty()),
        authorized("waiting", AHEAD.multipliedBy(2), Optional.empty()));
    place(
        "hold what is authorized", debit("captured", "payer", 50), credit("captured", "payee", 50));
    move("authorize nothing at another epoch", Transition.authorize(captured, SECOND));
    move(
        "authorize three",
        Transition.authorize(captured, FIRST),
        Transition.authorize(id("waiting"), FIRST),
        Transition.authorize(id("expired"), FIRST));
    move("decide nothing that is authorized", applied("captured", FIRST));
  }

  private NewRecord authorized(String name, Duration lifetime, Optional<ApprovalRule> approvals) {
    return NewRecord.alone(
        transfer(name, "payer", "payee", 50)
            .authorizedUnder(new AuthorizationTerms(lifetime, approvals)),
        authorizing);
  }

  private void capture() {
    RecordId captured = id("captured");
    Transition capture =
        Transition.capture(transaction("captured"), FIRST, List.of(30L, 30L), 1, authorizing);
    Transition approval = Transition.approve(captured, FIRST, APPROVER);
    move("refuse a capture that is not approved", capture);
    move("approve ($push of what is not there)", approval);
    move("refuse a second approval of one name ($ne)", approval);
    Transition voided = canceled(captured, authorizing);
    move("capture a part", capture);
    move("capture nothing twice", capture);
    move("void nothing that is captured", voided);
    end(
        "settle the part, and give back the rest ($inc of three figures)",
        settled(debit("captured", "payer", 50), -30),
        settled(credit("captured", "payee", 50), 30));
    move("finish what is captured", Transition.finish(captured, State.APPLIED));
  }

  private void expire() {
    RecordQuery overdue = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    list("find what has expired ($lte)", overdue, id("expired"));
    move("void what has expired", canceled(id("expired"), authorizing));
    list("find no more of it", overdue);
    move("finish the void", Transition.finish(id("expired"), State.CANCELING));
  }

  /** A scratch document like the one that shows that a running process is alive. */
  private void beat() {
    onTargets(
        "insert an owner's document, and count its second beat",
        List.of(MatchOutcome.MATCHED, MatchOutcome.MATCHED, List.of(2L)),
        () ->
            List.of(
                owners.beat(process, application, BEATS, Vitals.NONE),
                owners.beat(process, application, BEATS, Vitals.NONE),
                beats()));
    onTargets(
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

  private String named(String end) {
    String id = run + "-" + end;
    used.add(id);
    return id;
  }

  private AccountId account(String name) {
    return new AccountId(named(name));
  }

  private TransactionId transaction(String name) {
    return new TransactionId(named(name));
  }

  private RecordId id(String name) {
    return RecordId.of(transaction(name));
  }

  private Opening opening(String account, long balance) {
    return Opening.of(account(account), new Money(balance, CURRENCY)).get();
  }

  private NewTransaction transfer(String name, String source, String destination, long amount) {
    Money moved = new Money(amount, CURRENCY);
    return NewTransaction.transfer(
            transaction(name), account(source), account(destination), moved, false)
        .get();
  }

  private NewRecord begun(String name) {
    return NewRecord.alone(transfer(name, "source", "destination", 100), owner);
  }

  private NewRecord submitted(String name) {
    return NewRecord.submitted(transfer(name, "source", "destination", 100));
  }

  private Placing debit(String record, String account, long amount) {
    return placing(id(record), account, Range.whole(amount, 0), false);
  }

  private Placing credit(String record, String account, long amount) {
    return placing(id(record), account, Range.whole(0, amount), false);
  }

  /** The hold of a range that may be of other amounts than are asked for. */
  private Placing range(RecordId record, String account, Range range) {
    return placing(record, account, range, true);
  }

  private Placing placing(RecordId record, String account, Range range, boolean isOpen) {
    Target target = new Target.OfAccount(account(account));
    return new Placing(
        record, FIRST, new Claim.OfRange(target, new Scale.Money(CURRENCY), range, isOpen));
  }

  /** The same hold, placed in the second epoch. */
  private static Placing second(Placing first) {
    return new Placing(first.record(), SECOND, first.claim());
  }

  private static Stamping raised(Placing placed, Epoch epoch) {
    return new Stamping(placed.claim().target(), Hold.of(HOME, placed), epoch);
  }

  private static Ending settled(Placing placed, long net) {
    return Ending.settle(placed.record(), placed.claim(), placed.epoch(), net, Optional.empty());
  }

  private static Ending withdrawn(Placing placed) {
    return Ending.withdraw(placed.record(), placed.claim(), placed.epoch(), Optional.empty());
  }

  private static Ending released(Placing placed) {
    return Ending.release(placed.record(), placed.claim());
  }

  /** The writes that remove all documents of this run. */
  List<DeleteOneModel<BsonDocument>> removal() {
    return used.stream().map(id -> new DeleteOneModel<BsonDocument>(doc(Field.ID, id))).toList();
  }
}
