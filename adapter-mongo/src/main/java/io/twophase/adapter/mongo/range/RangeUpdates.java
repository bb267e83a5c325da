package io.twophase.adapter.mongo.range;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldField;
import io.twophase.adapter.mongo.element.RangeElements;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The rules of {@link io.twophase.domain.account.AccountRanges} as guarded updates, each of one
 * account.
 */
final class RangeUpdates {

  private static final String MATCHED_EPOCH = Field.path(Field.PENDING, "$." + Field.EPOCH);
  private static final BsonDocument IS_ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);
  private static final BsonDocument NOTHING =
      new BsonDocument("$inc", new BsonDocument(Field.VERSION, new BsonInt32(0)));

  private RangeUpdates() {}

  /**
   * {@code AccountRanges.hold}. A direction of which nothing is asked has no guard: no bound is
   * below zero.
   */
  static UpdateOneModel<BsonDocument> hold(
      BatchId batch, RangeRequest.Hold request, HoldLimit limit) {
    Range range = request.range();
    BsonDocument filter =
        account(request.account())
            .append(Field.OPEN_FOR, new BsonString(request.currency().getCurrencyCode()));
    bounded(filter, Field.AVAILABLE, range.debit(), range.had());
    bounded(filter, Field.RECEIVABLE, range.credit(), range.could());
    filter.append(Field.path(Field.PENDING, Field.HOLD_ID), new BsonDocument("$ne", string(batch)));
    if (!limit.equals(HoldLimit.NONE)) {
      String lastAllowed = Integer.toString(limit.holds() - 1);
      filter.append(Field.path(Field.PENDING, lastAllowed), IS_ABSENT);
    }
    BsonDocument taken = new BsonDocument();
    add(taken, Field.AVAILABLE, -range.debit());
    add(taken, Field.RECEIVABLE, -range.credit());
    RangeHold hold = new RangeHold(batch, request.epoch(), range);
    return update(
        filter,
        new BsonDocument("$push", new BsonDocument(Field.PENDING, RangeElements.encode(hold))),
        taken);
  }

  private static void bounded(BsonDocument filter, String bound, long held, Option<Long> most) {
    BsonDocument guard = new BsonDocument();
    if (held > 0) {
      guard.append("$gte", new BsonInt64(held));
    }
    most.forEach(seen -> guard.append("$lte", new BsonInt64(seen)));
    if (!guard.isEmpty()) {
      filter.append(bound, guard);
    }
  }

  /** {@code AccountRanges.stamp}: where the hold is as it was read, and older. */
  static UpdateOneModel<BsonDocument> stamp(RangeRequest.Stamp request) {
    BsonDocument older =
        new BsonDocument("$eq", epoch(request.read().epoch()))
            .append("$lt", epoch(request.epoch()));
    return new UpdateOneModel<>(
        holding(request.account(), exactly(request.read(), older)),
        new BsonDocument("$set", new BsonDocument(MATCHED_EPOCH, epoch(request.epoch()))));
  }

  /** Matches where exactly this hold is there, and changes nothing. */
  static UpdateOneModel<BsonDocument> held(AccountId account, RangeHold hold) {
    return new UpdateOneModel<>(holding(account, exactly(hold, epoch(hold.epoch()))), NOTHING);
  }

  /**
   * Matches where the batch has a hold of that epoch, or of any, whatever else of it; and changes
   * nothing. Only that it matches nothing says that no such hold is there.
   */
  static UpdateOneModel<BsonDocument> present(
      AccountId account, BatchId batch, Option<Epoch> epoch) {
    BsonDocument hold = new BsonDocument(HoldField.ID, string(batch));
    epoch.forEach(at -> hold.append(HoldField.EPOCH, epoch(at)));
    return new UpdateOneModel<>(
        account(account).append(Field.PENDING, new BsonDocument("$elemMatch", hold)), NOTHING);
  }

  /**
   * {@code AccountRanges.settle}, and with a net of zero {@code AccountRanges.release}: where a
   * hold of exactly this epoch and these figures is there.
   */
  static UpdateOneModel<BsonDocument> end(AccountId account, RangeHold hold, long net) {
    BsonDocument named =
        new BsonDocument(HoldField.ID, string(hold.batch()))
            .append(HoldField.EPOCH, epoch(hold.epoch()));
    BsonDocument guarded =
        named
            .clone()
            .append(HoldField.DEBIT, new BsonInt64(hold.range().debit()))
            .append(HoldField.CREDIT, new BsonInt64(hold.range().credit()));
    BsonDocument moved = new BsonDocument();
    add(moved, Field.BALANCE, net);
    add(moved, Field.AVAILABLE, hold.range().debit() + net);
    add(moved, Field.RECEIVABLE, hold.range().credit() - net);
    return update(
        account(account).append(Field.PENDING, new BsonDocument("$elemMatch", guarded)),
        new BsonDocument("$pull", new BsonDocument(Field.PENDING, named)),
        moved);
  }

  private static UpdateOneModel<BsonDocument> update(
      BsonDocument filter, BsonDocument change, BsonDocument increments) {
    return new UpdateOneModel<>(
        filter, increments.isEmpty() ? change : change.append("$inc", increments));
  }

  private static void add(BsonDocument increments, String field, long amount) {
    if (amount != 0) {
      increments.append(field, new BsonInt64(amount));
    }
  }

  private static BsonDocument exactly(RangeHold hold, BsonValue atEpoch) {
    BsonDocument exactly =
        new BsonDocument(HoldField.ID, string(hold.batch()))
            .append(HoldField.EPOCH, atEpoch)
            .append(HoldField.DEBIT, new BsonInt64(hold.range().debit()))
            .append(HoldField.CREDIT, new BsonInt64(hold.range().credit()));
    exactly.append(HoldField.HAD, orAbsent(hold.range().had()));
    return exactly.append(HoldField.COULD, orAbsent(hold.range().could()));
  }

  private static BsonValue orAbsent(Option<Long> figure) {
    return figure.<BsonValue>map(BsonInt64::new).getOrElse(IS_ABSENT);
  }

  private static BsonDocument holding(AccountId account, BsonDocument hold) {
    // an $and, for mongo-java-server finds no position by an $elemMatch of plain fields
    List<BsonDocument> each =
        hold.entrySet().stream()
            .map(field -> new BsonDocument(field.getKey(), field.getValue()))
            .toList();
    return account(account)
        .append(
            Field.PENDING,
            new BsonDocument("$elemMatch", new BsonDocument("$and", new BsonArray(each))));
  }

  private static BsonDocument account(AccountId id) {
    return new BsonDocument(Field.ID, new BsonString(id.value()));
  }

  private static BsonString string(BatchId batch) {
    return new BsonString(batch.value());
  }

  private static BsonInt64 epoch(Epoch epoch) {
    return new BsonInt64(epoch.value());
  }
}
