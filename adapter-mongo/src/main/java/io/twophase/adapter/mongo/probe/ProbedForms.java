package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.account.AccountAdoption;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;

/** The steps of the probe on accounts that are checked, and on those of MongoDB's tutorial. */
final class ProbedForms {

  private static final Epoch FIRST = Epoch.FIRST;

  private final MongoCollection<BsonDocument> scratch;
  private final Server server;
  private final Findings findings;
  private final ProbedAccounts accounts;
  private final ScratchAmounts amounts;
  private final AccountCodec codec = new AccountCodec(ScratchAmounts.CURRENCY);

  ProbedForms(
      MongoCollection<BsonDocument> scratch,
      Server server,
      Findings findings,
      ProbedAccounts accounts,
      ScratchAmounts amounts) {
    this.scratch = scratch;
    this.server = server;
    this.findings = findings;
    this.accounts = accounts;
    this.amounts = amounts;
  }

  void run() {
    checks();
    adoption();
  }

  private void checks() {
    AccountId checked = amounts.ids().account("checked");
    Account open = Account.open(amounts.opening(checked, 10));
    TransactionId checker = amounts.ids().transaction("g9");
    DocumentHold hold =
        new DocumentHold(
            new Home("probe"), checker, FIRST, HoldMode.SHARED, "probe", Set.of("status"), 0);
    BsonDocument document = codec.encode(open.withDocumentHolds(List.of(hold)));
    scratch.insertOne(document);
    findings.require(
        "refuse to freeze an account that is checked ($not, $elemMatch, $exists)",
        () ->
            Findings.unlessEqual(
                    new StatusOutcome.Refused(new StatusRefusal.Busy(checked, checker)),
                    accounts.changed(checked, StatusChange.FREEZE))
                .orElse(Findings.unlessEqual(document, stored(checked))));
  }

  /** An account as the tutorial has made it becomes one of this software's, as it was read. */
  private void adoption() {
    AccountId old = amounts.ids().account("tutorial");
    BsonDocument before =
        new BsonDocument(Field.ID, new BsonString(old.value()))
            .append(Field.BALANCE, new BsonDouble(10))
            .append(Field.PENDING, new BsonArray());
    BsonDocument changed = before.clone().append(Field.BALANCE, new BsonDouble(11));
    scratch.insertOne(changed);
    AccountAdoption adoption = new AccountAdoption(scratch, codec, server);
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
    accounts.hold("hold a debit on it", amounts.debit("g9", FIRST, old, 1));
  }

  private StoredAccount.Tutorial tutorial(BsonDocument document) {
    return (StoredAccount.Tutorial) codec.decode(document);
  }

  private BsonDocument stored(AccountId id) {
    BsonDocument filter = new BsonDocument(Field.ID, new BsonString(id.value()));
    return Objects.requireNonNullElseGet(scratch.find(filter).first(), BsonDocument::new);
  }
}
