package io.twophase.adapter.mongo.document;

import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.element.HoldField;
import io.twophase.adapter.mongo.element.RangeElements;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.range.RangeHold;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Holds of an account on the wire: {@code { id, epoch, debit | credit }} of money; those of
 * operations on it as a document are as {@link HoldElements} says, and have a mode; those of
 * batches are as {@link RangeElements} says, and have both directions.
 */
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

  static BsonArray write(Account account) {
    BsonArray array = new BsonArray();
    for (Hold hold : account.holds().values()) {
      array.add(of(hold.transaction(), hold.epoch(), hold.direction(), hold.amount()));
    }
    account.documentHolds().forEach(hold -> array.add(HoldElements.encode(hold)));
    account.ranges().values().forEach(hold -> array.add(RangeElements.encode(hold)));
    return array;
  }

  /** Those of money, of lone transactions. */
  static Map<TransactionId, Hold> read(Fields account) {
    BsonArray array = account.array(Field.PENDING);
    Map<TransactionId, Hold> holds = HashMap.empty();
    for (int at = 0; at < array.size(); at++) {
      if (!isOfDocument(array.get(at)) && !RangeElements.isRange(array.get(at))) {
        Hold hold = one(account.element(Field.PENDING, array, at));
        if (holds.containsKey(hold.transaction())) {
          throw account.fault(Field.PENDING, "has two holds of " + hold.transaction());
        }
        holds = holds.put(hold.transaction(), hold);
      }
    }
    return holds;
  }

  /** Those of batches. */
  static Map<BatchId, RangeHold> readRanges(Fields account) {
    Map<BatchId, RangeHold> ranges = HashMap.empty();
    for (BsonValue element : account.array(Field.PENDING)) {
      if (!isOfDocument(element) && RangeElements.isRange(element)) {
        RangeHold range = read(account, element, RangeElements::decode);
        if (ranges.containsKey(range.batch())) {
          throw account.fault(Field.PENDING, "has two holds of " + range.batch());
        }
        ranges = ranges.put(range.batch(), range);
      }
    }
    return ranges;
  }

  /** Matches the holds of an account with one for an operation on it as a document. */
  public static BsonDocument hasOfDocument() {
    return new BsonDocument(
        "$elemMatch",
        new BsonDocument(HoldField.MODE, new BsonDocument("$exists", BsonBoolean.TRUE)));
  }

  /** Those of operations on the account as a document, in their order. */
  static List<DocumentHold> readOfDocument(Fields account) {
    List<DocumentHold> holds = new ArrayList<>(0);
    for (BsonValue element : account.array(Field.PENDING)) {
      if (isOfDocument(element)) {
        holds.add(read(account, element, HoldElements::decode));
      }
    }
    return holds;
  }

  private static boolean isOfDocument(BsonValue element) {
    return element.isDocument() && element.asDocument().containsKey(HoldField.MODE);
  }

  private static <H> H read(Fields account, BsonValue element, Function<BsonValue, H> decode) {
    try {
      return decode.apply(element);
    } catch (RuntimeException malformed) {
      throw account.fault(Field.PENDING, "has a hold that cannot be read: " + malformed);
    }
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
   * Whether an account's document, however odd the rest of it is, has a hold of money of a
   * transaction that is {@code wanted}, or one that cannot be read.
   */
  public static boolean mayHold(
      BsonDocument account, TransactionId transaction, Predicate<Hold> wanted) {
    BsonValue pending = account.get(Field.PENDING);
    if (pending == null || !pending.isArray()) {
      return false;
    }
    for (BsonValue value : pending.asArray()) {
      if (value.isDocument()
          && !isOfDocument(value)
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
