package io.twophase.adapter.mongo.account;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The rules of {@link io.twophase.domain.account.Account} as guarded updates: each function of it
 * is a filter and a change here.
 */
final class AccountUpdates {

  private static final BsonInt32 CURRENT = new BsonInt32(Field.CURRENT_VERSION);
  private static final BsonString ACTIVE = AccountCodec.status(AccountStatus.ACTIVE);
  private static final BsonDocument NOT_CLOSED =
      in(List.of(ACTIVE, AccountCodec.status(AccountStatus.FROZEN)));
  private static final BsonDocument IS_ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);
  private static final BsonDocument IS_EMPTY = new BsonDocument("$size", new BsonInt32(0));
  private static final BsonDocument HAS_NO_DOCUMENT_HOLD =
      new BsonDocument("$not", HoldDocuments.hasOfDocument());
  private static final String HOLD_ID = Field.path(Field.PENDING, Field.HOLD_ID);
  private static final String MATCHED_EPOCH = Field.path(Field.PENDING, "$." + Field.EPOCH);

  private AccountUpdates() {}

  /**
   * {@code Account.hold} of each leg of a group, guarded on the sum of each direction, on there
   * being no hold of any of the transactions, and on the number of holds. Whether it is active and
   * of the currency is one comparison, and its types need none.
   */
  static UpdateOneModel<BsonDocument> hold(LegGroup group, HoldLimit limit) {
    BsonDocument filter = id(group.account()).append(Field.OPEN_FOR, currency(group.first()));
    BsonDocument taken = new BsonDocument();
    for (Direction direction : Direction.values()) {
      long sum = group.sum(direction);
      if (sum > 0) {
        filter.append(bound(direction), new BsonDocument("$gte", new BsonInt64(sum)));
        taken.append(bound(direction), new BsonInt64(-sum));
      }
    }
    filter.append(HOLD_ID, noneOf(group));
    if (!limit.equals(HoldLimit.NONE)) {
      // so many are there already that, with these, there would be more than the limit
      String lastAllowed = Integer.toString(limit.holds() - group.size());
      filter.append(Field.path(Field.PENDING, lastAllowed), IS_ABSENT);
    }
    return new UpdateOneModel<>(
        filter,
        new BsonDocument("$inc", taken)
            .append("$push", new BsonDocument(Field.PENDING, pushed(group))));
  }

  /**
   * The same of one debit that holds all that is available: guarded on that being what it takes.
   */
  static UpdateOneModel<BsonDocument> holdAll(Leg leg, HoldLimit limit) {
    LegGroup group = new LegGroup();
    group.add(0, leg);
    UpdateOneModel<BsonDocument> hold = hold(group, limit);
    BsonDocument filter = ((BsonDocument) hold.getFilter()).clone();
    filter.put(Field.AVAILABLE, new BsonDocument("$eq", amount(leg)));
    return new UpdateOneModel<>(filter, hold.getUpdate());
  }

  /**
   * Matches where a hold of the leg's transaction takes no more than the leg, at its epoch or at
   * any; and changes nothing. Only that it matches nothing says that no such hold is there.
   */
  static UpdateOneModel<BsonDocument> holdsAtMost(Leg leg, boolean atItsEpoch) {
    BsonDocument hold = new BsonDocument(Field.HOLD_ID, transaction(leg));
    if (atItsEpoch) {
      hold.append(Field.EPOCH, epoch(leg));
    }
    hold.append(amountField(leg), new BsonDocument("$lte", amount(leg)));
    return new UpdateOneModel<>(
        id(leg.account()).append(Field.PENDING, new BsonDocument("$elemMatch", hold)),
        new BsonDocument("$inc", new BsonDocument(Field.VERSION, new BsonInt32(0))));
  }

  private static BsonDocument noneOf(LegGroup group) {
    return group.size() == 1
        ? new BsonDocument("$ne", transaction(group.first()))
        : new BsonDocument("$nin", transactions(group));
  }

  private static BsonDocument pushed(LegGroup group) {
    if (group.size() == 1) {
      return HoldDocuments.of(group.first());
    }
    BsonArray holds = new BsonArray();
    group.legs().forEach(leg -> holds.add(HoldDocuments.of(leg)));
    return new BsonDocument("$each", holds);
  }

  /** {@code Account.stamp}. */
  static UpdateOneModel<BsonDocument> stamp(Leg leg) {
    return new UpdateOneModel<>(
        holding(leg, new BsonDocument("$lt", epoch(leg))),
        new BsonDocument("$set", new BsonDocument(MATCHED_EPOCH, epoch(leg))));
  }

  /** Matches where a leg is held exactly as it asks, and changes nothing. */
  static UpdateOneModel<BsonDocument> held(Leg leg) {
    return new UpdateOneModel<>(
        holding(leg, epoch(leg)),
        new BsonDocument("$set", new BsonDocument(MATCHED_EPOCH, epoch(leg))));
  }

  /** The account, where it has a leg's hold at such an epoch. */
  private static BsonDocument holding(Leg leg, BsonValue atEpoch) {
    // an $and, for mongo-java-server finds no position by an $elemMatch of plain fields
    BsonDocument hold =
        new BsonDocument(
            "$and",
            new BsonArray(
                List.of(
                    new BsonDocument(Field.HOLD_ID, transaction(leg)),
                    new BsonDocument(Field.EPOCH, atEpoch),
                    new BsonDocument(amountField(leg), amount(leg)))));
    return id(leg.account())
        .append(Field.CURRENCY, currency(leg))
        .append(Field.PENDING, new BsonDocument("$elemMatch", hold));
  }

  /** {@code Account.settle} of each leg of a group, guarded on every one of its holds. */
  static UpdateOneModel<BsonDocument> settle(LegGroup group) {
    long debits = group.settled(Direction.DEBIT);
    long credits = group.settled(Direction.CREDIT);
    BsonDocument moved = new BsonDocument();
    add(moved, Field.BALANCE, credits - debits);
    // what is held and not captured is given back
    add(moved, Field.AVAILABLE, credits + group.sum(Direction.DEBIT) - debits);
    add(moved, Field.RECEIVABLE, debits + group.sum(Direction.CREDIT) - credits);
    return removing(group, true, moved);
  }

  /** {@code Account.withdraw} of each leg of a group, guarded on every one of its holds. */
  static UpdateOneModel<BsonDocument> withdraw(LegGroup group) {
    return removing(group, true, givenBack(group));
  }

  /** {@code Account.release} of each leg of a group, guarded on every one of its holds. */
  static UpdateOneModel<BsonDocument> release(LegGroup group) {
    return removing(group, false, givenBack(group));
  }

  private static BsonDocument givenBack(LegGroup group) {
    BsonDocument given = new BsonDocument();
    add(given, Field.AVAILABLE, group.sum(Direction.DEBIT));
    add(given, Field.RECEIVABLE, group.sum(Direction.CREDIT));
    return given;
  }

  private static void add(BsonDocument increments, String field, long amount) {
    if (amount != 0) {
      increments.append(field, new BsonInt64(amount));
    }
  }

  private static UpdateOneModel<BsonDocument> removing(
      LegGroup group, boolean atItsEpoch, BsonDocument increments) {
    BsonArray held = new BsonArray();
    for (Leg leg : group.legs()) {
      BsonDocument hold = new BsonDocument(Field.HOLD_ID, transaction(leg));
      if (atItsEpoch) {
        hold.append(Field.EPOCH, epoch(leg));
      }
      hold.append(amountField(leg), amount(leg));
      held.add(new BsonDocument(Field.PENDING, new BsonDocument("$elemMatch", hold)));
    }
    BsonDocument filter = id(group.account());
    if (group.size() == 1) {
      filter.putAll(held.get(0).asDocument());
    } else {
      filter.append("$and", held);
    }
    BsonDocument pulled = new BsonDocument(Field.HOLD_ID, anyOf(group));
    if (atItsEpoch) {
      pulled.append(Field.EPOCH, epoch(group.first()));
    }
    BsonDocument change = new BsonDocument("$pull", new BsonDocument(Field.PENDING, pulled));
    if (!increments.isEmpty()) {
      change.append("$inc", increments);
    }
    return new UpdateOneModel<>(filter, change);
  }

  private static BsonValue anyOf(LegGroup group) {
    return group.size() == 1
        ? transaction(group.first())
        : new BsonDocument("$in", transactions(group));
  }

  private static BsonArray transactions(LegGroup group) {
    BsonArray ids = new BsonArray();
    group.legs().forEach(leg -> ids.add(transaction(leg)));
    return ids;
  }

  /** {@code Account.change}, where it changes anything. */
  static UpdateOneModel<BsonDocument> change(AccountId id, StatusChange change) {
    BsonDocument filter = id(id).append(Field.VERSION, CURRENT).append(Field.STATUS, NOT_CLOSED);
    if (change == StatusChange.CLOSE) {
      filter.append(Field.BALANCE, new BsonInt64(0)).append(Field.PENDING, IS_EMPTY);
    } else {
      filter.append(Field.PENDING, HAS_NO_DOCUMENT_HOLD);
    }
    boolean opens = change.to() == AccountStatus.ACTIVE;
    return new UpdateOneModel<>(
        filter,
        new BsonDocument("$set", new BsonDocument(Field.STATUS, AccountCodec.status(change.to())))
            .append(
                "$rename",
                new BsonDocument(
                    opens ? Field.SHUT_FOR : Field.OPEN_FOR,
                    new BsonString(opens ? Field.OPEN_FOR : Field.SHUT_FOR))));
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

  private static BsonDocument id(AccountId id) {
    return new BsonDocument(Field.ID, new BsonString(id.value()));
  }

  private static String bound(Direction direction) {
    return switch (direction) {
      case DEBIT -> Field.AVAILABLE;
      case CREDIT -> Field.RECEIVABLE;
    };
  }

  private static String amountField(Leg leg) {
    return HoldDocuments.amountField(leg.operation().direction());
  }

  private static BsonString transaction(Leg leg) {
    return new BsonString(leg.transaction().value());
  }

  private static BsonString currency(Leg leg) {
    return new BsonString(leg.operation().amount().currency().getCurrencyCode());
  }

  private static BsonInt64 epoch(Leg leg) {
    return new BsonInt64(leg.epoch().value());
  }

  private static BsonInt64 amount(Leg leg) {
    return new BsonInt64(leg.operation().amount().minor());
  }

  private static BsonDocument in(List<? extends BsonValue> values) {
    return new BsonDocument("$in", new BsonArray(values));
  }
}
