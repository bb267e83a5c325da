package io.twophase.adapter.mongo.repository;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Side;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The rules of {@link io.twophase.domain.account.Account} as guarded updates: each function of it
 * is a filter and a change here.
 */
final class AccountUpdates {

  private static final BsonInt32 VERSION = new BsonInt32(Field.CURRENT_VERSION);
  private static final BsonString ACTIVE = AccountCodec.status(AccountStatus.ACTIVE);
  private static final BsonDocument NOT_CLOSED =
      in(List.of(ACTIVE, AccountCodec.status(AccountStatus.FROZEN)));
  private static final BsonDocument IS_INT64 = type(BsonType.INT64);
  private static final BsonDocument IS_ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);
  private static final BsonDocument IS_EMPTY = new BsonDocument("$size", new BsonInt32(0));
  private static final BsonDocument IS_ARRAY = type(BsonType.ARRAY);
  private static final String HOLD_ID = Field.path(Field.PENDING, Field.HOLD_ID);
  private static final String MATCHED_EPOCH = Field.path(Field.PENDING, "$." + Field.EPOCH);

  private AccountUpdates() {}

  /** {@code Account.hold}. */
  static UpdateOneModel<BsonDocument> hold(Leg leg) {
    String bound = bound(leg);
    BsonDocument enough =
        new BsonDocument("$gte", amount(leg)).append("$type", IS_INT64.get("$type"));
    BsonDocument filter =
        account(leg.account())
            .append(Field.STATUS, ACTIVE)
            .append(
                Field.CURRENCY,
                new BsonString(leg.operation().amount().currency().getCurrencyCode()))
            .append(bound, enough)
            .append(Field.BALANCE, IS_INT64)
            .append(Field.PENDING, IS_ARRAY)
            .append(HOLD_ID, new BsonDocument("$ne", transaction(leg)));
    BsonDocument change =
        new BsonDocument("$inc", new BsonDocument(bound, negated(leg)))
            .append("$push", new BsonDocument(Field.PENDING, HoldDocuments.of(leg)));
    return new UpdateOneModel<>(filter, change);
  }

  /** {@code Account.stamp}. */
  static UpdateOneModel<BsonDocument> stamp(Leg leg) {
    // an $and, for mongo-java-server finds no position by an $elemMatch of plain fields
    BsonDocument older =
        new BsonDocument(
            "$and",
            new BsonArray(
                List.of(
                    new BsonDocument(Field.HOLD_ID, transaction(leg)),
                    new BsonDocument(Field.EPOCH, new BsonDocument("$lt", epoch(leg))))));
    return new UpdateOneModel<>(
        holding(leg, older), new BsonDocument("$set", new BsonDocument(MATCHED_EPOCH, epoch(leg))));
  }

  /** {@code Account.settle}. */
  static UpdateOneModel<BsonDocument> settle(Leg leg) {
    BsonDocument moved =
        leg.operation().side() == Side.DEBIT
            ? new BsonDocument(Field.BALANCE, negated(leg)).append(Field.RECEIVABLE, amount(leg))
            : new BsonDocument(Field.BALANCE, amount(leg)).append(Field.AVAILABLE, amount(leg));
    return new UpdateOneModel<>(
        holding(leg, atItsEpoch(leg).append(amountField(leg), amount(leg))),
        pulling(moved, atItsEpoch(leg)));
  }

  /** {@code Account.withdraw}. */
  static UpdateOneModel<BsonDocument> withdraw(Leg leg) {
    return new UpdateOneModel<>(
        holding(leg, atItsEpoch(leg).append(amountField(leg), amount(leg))),
        pulling(new BsonDocument(bound(leg), amount(leg)), atItsEpoch(leg)));
  }

  /** {@code Account.release}. */
  static UpdateOneModel<BsonDocument> release(Leg leg) {
    return new UpdateOneModel<>(
        holding(leg, atAnyEpoch(leg).append(amountField(leg), amount(leg))),
        pulling(new BsonDocument(bound(leg), amount(leg)), atAnyEpoch(leg)));
  }

  /** {@code Account.change}, where it changes anything. */
  static UpdateOneModel<BsonDocument> change(AccountId id, StatusChange change) {
    BsonDocument filter = account(id).append(Field.STATUS, NOT_CLOSED);
    if (change == StatusChange.CLOSE) {
      filter.append(Field.BALANCE, new BsonInt64(0)).append(Field.PENDING, IS_EMPTY);
    }
    AccountStatus to =
        switch (change) {
          case FREEZE -> AccountStatus.FROZEN;
          case UNFREEZE -> AccountStatus.ACTIVE;
          case CLOSE -> AccountStatus.CLOSED;
        };
    return new UpdateOneModel<>(
        filter, new BsonDocument("$set", new BsonDocument(Field.STATUS, AccountCodec.status(to))));
  }

  /**
   * Makes a tutorial's account one of this software's, if all of it is as it was read. It is
   * replaced, not updated: mongo-java-server leaves a number's type where only that changes.
   */
  static ReplaceOneModel<BsonDocument> adopt(BsonDocument asItWasRead, BsonDocument whole) {
    BsonDocument filter = new BsonDocument();
    asItWasRead.forEach((name, value) -> filter.append(name, new BsonDocument("$eq", value)));
    filter.append(Field.ID, asItWasRead.get(Field.ID));
    filter.append(Field.PENDING, asItWasRead.containsKey(Field.PENDING) ? IS_EMPTY : IS_ABSENT);
    filter.append(Field.AVAILABLE, IS_ABSENT).append(Field.VERSION, IS_ABSENT);
    BsonDocument adopted = asItWasRead.clone();
    adopted.putAll(whole);
    return new ReplaceOneModel<>(filter, adopted);
  }

  private static BsonDocument account(AccountId id) {
    return new BsonDocument(Field.ID, new BsonString(id.value())).append(Field.VERSION, VERSION);
  }

  private static BsonDocument holding(Leg leg, BsonDocument hold) {
    return account(leg.account()).append(Field.PENDING, new BsonDocument("$elemMatch", hold));
  }

  private static BsonDocument pulling(BsonDocument added, BsonDocument hold) {
    return new BsonDocument("$inc", added).append("$pull", new BsonDocument(Field.PENDING, hold));
  }

  private static BsonDocument atAnyEpoch(Leg leg) {
    return new BsonDocument(Field.HOLD_ID, transaction(leg));
  }

  private static BsonDocument atItsEpoch(Leg leg) {
    return atAnyEpoch(leg).append(Field.EPOCH, epoch(leg));
  }

  private static String bound(Leg leg) {
    return leg.operation().side() == Side.DEBIT ? Field.AVAILABLE : Field.RECEIVABLE;
  }

  private static String amountField(Leg leg) {
    return HoldDocuments.amountField(leg.operation().side());
  }

  private static BsonString transaction(Leg leg) {
    return new BsonString(leg.transaction().value());
  }

  private static BsonInt64 epoch(Leg leg) {
    return new BsonInt64(leg.epoch().value());
  }

  private static BsonInt64 amount(Leg leg) {
    return new BsonInt64(leg.operation().amount().minor());
  }

  private static BsonInt64 negated(Leg leg) {
    return new BsonInt64(-leg.operation().amount().minor());
  }

  private static BsonDocument type(BsonType type) {
    return new BsonDocument("$type", new BsonInt32(type.getValue()));
  }

  private static BsonDocument in(List<? extends BsonValue> values) {
    return new BsonDocument("$in", new BsonArray(values));
  }
}
