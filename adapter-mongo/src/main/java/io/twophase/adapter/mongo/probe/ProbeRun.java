package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.DeleteOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.BatchId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;

/** A run asks the server by ids that begin with its name, so that two runs at once share none. */
final class ProbeRun {

  static final Epoch FIRST = Epoch.FIRST;
  static final Epoch SECOND = FIRST.next();

  /** The number of holds that an account may have: so few that the probe reaches it. */
  static final HoldLimit LIMIT = new HoldLimit(4);

  static final Home HOME = new Home("probe");

  /** The currency of all scratch accounts. */
  static final Currency CURRENCY = Currency.getInstance("XXX");

  private final String prefix;
  private final Set<String> used = new TreeSet<>();

  /** The owner of all that the run does. */
  final Owner owner;

  /** The record of several transactions. */
  final RecordId batch;

  /** A run of that name. */
  ProbeRun(String name) {
    this.prefix = name;
    this.batch = new RecordId(BatchId.PREFIX + name);
    used.add(batch.value());
    this.owner =
        new Owner(
            new ApplicationName("probe-" + name),
            Optional.of(new OwnerId(named("owner"))),
            new Token("first"));
  }

  private String named(String end) {
    String id = prefix + "-" + end;
    used.add(id);
    return id;
  }

  AccountId account(String name) {
    return new AccountId(named(name));
  }

  TransactionId transaction(String name) {
    return new TransactionId(named(name));
  }

  RecordId record(String name) {
    return RecordId.of(transaction(name));
  }

  Opening opening(String account, long balance) {
    return Opening.of(account(account), new Money(balance, CURRENCY)).get();
  }

  NewTransaction transfer(String name, String source, String destination, long amount) {
    return NewTransaction.transfer(
            transaction(name), account(source), account(destination), new Money(amount, CURRENCY))
        .get();
  }

  NewRecord begun(String name) {
    return NewRecord.alone(transfer(name, "source", "destination", 100), owner);
  }

  NewRecord submitted(String name) {
    return NewRecord.submitted(transfer(name, "source", "destination", 100));
  }

  Placing debit(String record, String account, long amount) {
    return placing(record(record), account, Range.whole(amount, 0), false);
  }

  Placing credit(String record, String account, long amount) {
    return placing(record(record), account, Range.whole(0, amount), false);
  }

  /** The hold of a range that may be of other amounts than are asked for. */
  Placing range(RecordId record, String account, Range range) {
    return placing(record, account, range, true);
  }

  /** A record's check of what an account is. */
  Hold check(String record) {
    Set<String> fields = Set.of("status");
    return new Hold(
        HOME,
        record(record),
        FIRST,
        HoldMode.SHARED,
        Range.NONE,
        fields,
        "probe",
        Optional.empty());
  }

  /** The same hold, placed in the second epoch. */
  static Placing second(Placing first) {
    return new Placing(first.record(), SECOND, first.claim());
  }

  private Placing placing(RecordId record, String account, Range range, boolean isOpen) {
    Target target = new Target.OfAccount(account(account));
    return new Placing(
        record, FIRST, new Claim.OfRange(target, new Scale.Money(CURRENCY), range, isOpen));
  }

  static Stamping raised(Placing placed, Epoch epoch) {
    return new Stamping(placed.claim().target(), Hold.of(HOME, placed), epoch);
  }

  static Ending settled(Placing placed, long net) {
    return Ending.settle(placed.record(), placed.claim(), placed.epoch(), net, Optional.empty());
  }

  static Ending withdrawn(Placing placed) {
    return Ending.withdraw(placed.record(), placed.claim(), placed.epoch(), Optional.empty());
  }

  static Ending released(Placing placed) {
    return Ending.release(placed.record(), placed.claim());
  }

  /** The writes that remove all documents of this run. */
  List<DeleteOneModel<BsonDocument>> removal() {
    return used.stream().map(id -> new DeleteOneModel<BsonDocument>(doc(Field.ID, id))).toList();
  }
}
