package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldField;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reply;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.Adoptions;
import io.twophase.adapter.mongo.hold.EndWrites;
import io.twophase.adapter.mongo.hold.HoldCodec;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.operation.HoldMode;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;

/** The steps of the probe on accounts that are checked, and on those of MongoDB's tutorial. */
final class ProbedForms {

  private final MongoCollection<BsonDocument> scratch;
  private final Writes writes;
  private final Findings findings;
  private final ProbedAccounts accounts;
  private final AccountCodec codec;
  private final Scratch ids;

  ProbedForms(
      MongoCollection<BsonDocument> scratch,
      Server server,
      Findings findings,
      ProbedAccounts accounts,
      AccountCodec codec,
      Scratch ids) {
    this.scratch = scratch;
    this.writes = new Writes(scratch, server);
    this.findings = findings;
    this.accounts = accounts;
    this.codec = codec;
    this.ids = ids;
  }

  void run() {
    checks();
    damage();
    adoption();
  }

  private void checks() {
    AccountId checked = ids.account("checked");
    Hold check =
        new Hold(
            ProbeScript.HOME,
            ids.record("g9"),
            ProbeScript.FIRST,
            HoldMode.SHARED,
            Range.NONE,
            Set.of("status"),
            "probe",
            Option.none());
    Account held = Account.open(Scratch.opening(checked, 10)).with(List.of(check));
    scratch.insertOne(AccountCodec.encode(held));
    accounts.expect(held);
    accounts.change(
        "refuse to freeze an account that is checked ($not, $elemMatch, $exists)",
        checked,
        StatusChange.FREEZE);
  }

  /** A settle that matches nothing looks whether the hold is there, with a figure that is none. */
  private void damage() {
    findings.require(
        "see a hold whose figure is no whole number, and no other ($type)",
        () ->
            Findings.unlessEqual(
                List.of(Reply.certain(1), Reply.certain(0)),
                List.of(damaged(new BsonDouble(0.5)), damaged(new BsonInt64(1)))));
  }

  private Reply<Integer> damaged(BsonNumber figure) {
    AccountId account = ids.account("damaged");
    Placing placed = ids.debit("g9", ProbeScript.FIRST, account, 1);
    BsonDocument hold = HoldCodec.encode(Hold.of(ProbeScript.HOME, placed));
    hold.put(HoldField.DEBIT, figure);
    BsonDocument id = new BsonDocument(Field.ID, new BsonString(account.value()));
    scratch.insertOne(id.clone().append(Field.PENDING, new BsonArray(List.of(hold))));
    EndWrites settle = new EndWrites(ProbeScript.HOME, ProbeScript.settled(placed, -1));
    Reply<Integer> seen = writes.update(List.of(settle.present())).map(Matches::total);
    scratch.deleteOne(id);
    return seen;
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
    findings.require(
        "replace no document that is not as it was read ($eq)",
        () ->
            Findings.unlessEqual(Reply.certain(0), adopted(before))
                .orElse(Findings.unlessEqual(changed, stored(old))));
    findings.require(
        "replace a document that is as it was read, once ($exists)",
        () ->
            Findings.unlessEqual(
                List.of(Reply.certain(1), Reply.certain(0)),
                List.of(adopted(changed), adopted(changed))));
    accounts.expect(codec.decode(changed).account().get());
    accounts.place("hold a debit on it", ids.debit("g9", ProbeScript.FIRST, old, 1));
  }

  private Reply<Integer> adopted(BsonDocument read) {
    WriteModel<BsonDocument> adoption = Adoptions.of(codec.decode(read)).get();
    return writes.update(List.of(adoption)).map(Matches::total);
  }

  private BsonDocument stored(AccountId id) {
    BsonDocument filter = new BsonDocument(Field.ID, new BsonString(id.value()));
    return Objects.requireNonNullElseGet(scratch.find(filter).first(), BsonDocument::new);
  }
}
