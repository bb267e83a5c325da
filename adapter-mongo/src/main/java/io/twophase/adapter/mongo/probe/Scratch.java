package io.twophase.adapter.mongo.probe;

import com.mongodb.client.model.DeleteOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.AccountId;
import io.twophase.domain.BatchId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The ids of one run's scratch documents, and its amounts: two runs at once share no id. */
final class Scratch {

  /** The currency of all scratch accounts. */
  static final Currency CURRENCY = Currency.getInstance("XXX");

  private final String run;
  private final Set<String> used = new LinkedHashSet<>();

  /** Names documents by {@code run} and more. */
  Scratch(String run) {
    this.run = run;
  }

  String run() {
    return run;
  }

  AccountId account(String name) {
    return new AccountId(used(run + "-" + name));
  }

  TransactionId transaction(String name) {
    return new TransactionId(used(run + "-" + name));
  }

  RecordId record(String name) {
    return RecordId.of(transaction(name));
  }

  RecordId batch() {
    return new RecordId(used(BatchId.PREFIX + run));
  }

  OwnerId owner(String name) {
    return new OwnerId(used(run + "-" + name));
  }

  private String used(String id) {
    used.add(id);
    return id;
  }

  static Opening opening(AccountId id, long balance) {
    return Opening.of(id, new Money(balance, CURRENCY)).get();
  }

  NewTransaction transfer(String name, AccountId source, AccountId destination, long amount) {
    return NewTransaction.transfer(
            transaction(name), source, destination, new Money(amount, CURRENCY))
        .get();
  }

  Placing debit(String record, Epoch epoch, AccountId account, long amount) {
    return new Placing(record(record), epoch, claim(account, Range.whole(amount, 0), false));
  }

  Placing credit(String record, Epoch epoch, AccountId account, long amount) {
    return new Placing(record(record), epoch, claim(account, Range.whole(0, amount), false));
  }

  /** The hold of as much as there is, which may be less than was asked for. */
  Placing atMost(String record, Epoch epoch, AccountId account, Range range) {
    return new Placing(record(record), epoch, claim(account, range, true));
  }

  /** The hold of several members, which may be of any amounts. */
  Placing range(Epoch epoch, AccountId account, Range range) {
    return new Placing(batch(), epoch, claim(account, range, true));
  }

  private static Claim claim(AccountId account, Range range, boolean isOpen) {
    return new Claim.OfRange(
        new Target.OfAccount(account), new Scale.Money(CURRENCY), range, isOpen);
  }

  /** The writes that remove all documents of this run. */
  List<DeleteOneModel<BsonDocument>> removal() {
    return used.stream()
        .map(id -> new DeleteOneModel<BsonDocument>(new BsonDocument(Field.ID, new BsonString(id))))
        .toList();
  }
}
