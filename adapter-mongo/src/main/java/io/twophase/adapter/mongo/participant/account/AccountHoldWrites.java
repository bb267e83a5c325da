package io.twophase.adapter.mongo.participant.account;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.element.HoldField;
import io.twophase.adapter.mongo.value.GuardFilters;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code AccountDocument.hold} as one guarded update, which matches where the rules allow the hold.
 */
final class AccountHoldWrites {

  private static final BsonDocument IS_ABSENT = new BsonDocument("$exists", BsonBoolean.FALSE);
  private static final BsonValue INT64 = new BsonString("long");
  private static final List<String> NUMBERS =
      List.of(
          AccountFields.BALANCE,
          AccountFields.AVAILABLE,
          AccountFields.RECEIVABLE,
          AccountFields.OVERDRAFT,
          AccountFields.CEILING,
          AccountFields.OPENING);

  private AccountHoldWrites() {}

  /** The write that places the hold of a check. */
  static WriteModel<BsonDocument> check(DocumentLeg leg, CheckDocument check, HoldLimit limit) {
    DocumentHold hold = DocumentHold.of(leg);
    List<BsonDocument> conditions = new ArrayList<>();
    check.guards().forEach(guard -> conditions.add(GuardFilters.of(guard)));
    conditions.addAll(isAnAccount());
    conditions.add(
        on(
            Field.path(Field.PENDING, HoldField.ID),
            "$ne",
            new BsonString(hold.transaction().value())));
    conditions.add(
        on(
            Field.path(Field.PENDING, HoldField.MODE),
            "$ne",
            HoldElements.mode(HoldMode.EXCLUSIVE)));
    if (!limit.equals(HoldLimit.NONE)) {
      conditions.add(
          new BsonDocument(
              Field.path(Field.PENDING, Integer.toString(limit.holds() - 1)), IS_ABSENT));
    }
    return new UpdateOneModel<>(
        new BsonDocument(Names.ID, Values.encode(leg.document().id()))
            .append("$and", new BsonArray(conditions)),
        new BsonDocument("$push", new BsonDocument(Field.PENDING, HoldElements.encode(hold))));
  }

  /** What the codec can read, but for the sums and the holds. */
  private static List<BsonDocument> isAnAccount() {
    List<BsonDocument> conditions = new ArrayList<>();
    conditions.add(on(Field.VERSION, "$eq", new BsonInt32(Field.CURRENT_VERSION)));
    NUMBERS.forEach(name -> conditions.add(on(name, "$type", INT64)));
    conditions.add(
        on(
            Field.STATUS,
            "$in",
            new BsonArray(
                Arrays.stream(AccountStatus.values()).map(AccountCodec::status).toList())));
    conditions.add(on(Field.CURRENCY, "$type", new BsonString("string")));
    conditions.add(on(Field.PENDING, "$type", new BsonString("array")));
    return conditions;
  }

  private static BsonDocument on(String field, String operator, BsonValue operand) {
    return new BsonDocument(field, new BsonDocument(operator, operand));
  }
}
