package io.twophase.adapter.mongo.document;

import io.twophase.domain.account.Hold;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Holds on the wire: {@code { id, epoch, debit | credit }}. */
public final class HoldDocuments {

  private HoldDocuments() {}

  /** The field that has the amount, for a direction. */
  public static String amountField(Direction direction) {
    return switch (direction) {
      case DEBIT -> Field.DEBIT;
      case CREDIT -> Field.CREDIT;
    };
  }

  /** The operation of a direction. */
  static AccountOperation operation(Direction direction, AccountId account, Money amount) {
    return switch (direction) {
      case DEBIT -> new Debit(account, amount);
      case CREDIT -> new Credit(account, amount);
    };
  }

  /** The hold that a leg places. */
  public static BsonDocument of(Leg leg) {
    return of(
        leg.transaction(),
        leg.epoch(),
        leg.operation().direction(),
        leg.operation().amount().minor());
  }

  static BsonDocument of(TransactionId transaction, Epoch epoch, Direction direction, long amount) {
    return new BsonDocument(Field.HOLD_ID, new BsonString(transaction.value()))
        .append(Field.EPOCH, new BsonInt64(epoch.value()))
        .append(amountField(direction), new BsonInt64(amount));
  }

  static BsonArray write(Iterable<Hold> holds) {
    BsonArray array = new BsonArray();
    for (Hold hold : holds) {
      array.add(of(hold.transaction(), hold.epoch(), hold.direction(), hold.amount()));
    }
    return array;
  }

  static Map<TransactionId, Hold> read(Fields account) {
    BsonArray array = account.array(Field.PENDING);
    Map<TransactionId, Hold> holds = HashMap.empty();
    for (int at = 0; at < array.size(); at++) {
      Hold hold = one(account.element(Field.PENDING, array, at));
      if (holds.containsKey(hold.transaction())) {
        throw account.fault(Field.PENDING, "has two holds of " + hold.transaction());
      }
      holds = holds.put(hold.transaction(), hold);
    }
    return holds;
  }

  static Hold one(Fields hold) {
    TransactionId transaction = hold.parsed(Field.HOLD_ID, TransactionId::parse);
    long epoch = hold.int64(Field.EPOCH);
    if (epoch < Epoch.FIRST.value()) {
      throw hold.fault(Field.EPOCH, "is " + epoch + ", below " + Epoch.FIRST);
    }
    if (hold.has(Field.DEBIT) && hold.has(Field.CREDIT)) {
      throw hold.fault(Field.DEBIT, "and " + Field.CREDIT + " are both there");
    }
    Direction direction = hold.has(Field.CREDIT) ? Direction.CREDIT : Direction.DEBIT;
    long amount = hold.int64(amountField(direction));
    if (amount <= 0) {
      throw hold.fault(amountField(direction), "is " + amount + ", not above zero");
    }
    return new Hold(transaction, new Epoch(epoch), direction, amount);
  }

  /**
   * Whether an account's document, however odd the rest of it is, has a hold of a transaction that
   * is {@code wanted}, or one that cannot be read.
   */
  public static boolean mayHold(
      BsonDocument account, TransactionId transaction, Predicate<Hold> wanted) {
    BsonValue pending = account.get(Field.PENDING);
    if (pending == null || !pending.isArray()) {
      return false;
    }
    for (BsonValue value : pending.asArray()) {
      if (value.isDocument()
          && value.asDocument().get(Field.HOLD_ID) instanceof BsonString id
          && id.getValue().equals(transaction.value())
          && isUnreadableOr(value.asDocument(), wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUnreadableOr(BsonDocument hold, Predicate<Hold> wanted) {
    try {
      return wanted.test(one(Fields.of(hold)));
    } catch (MalformedDocumentException unreadable) {
      return true;
    }
  }
}
