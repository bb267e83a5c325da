package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Filters that match the accounts that {@link AccountCodec} can read, but for sums and holds. */
final class AccountFilters {

  private static final BsonString INT64 = new BsonString("long");

  private static final List<String> NUMBERS =
      List.of(
          AccountFields.BALANCE,
          AccountFields.AVAILABLE,
          AccountFields.RECEIVABLE,
          AccountFields.OVERDRAFT,
          AccountFields.CEILING,
          AccountFields.OPENING);

  private AccountFilters() {}

  static List<BsonDocument> isAnAccount() {
    List<BsonDocument> conditions = new ArrayList<>();
    conditions.add(on(Field.VERSION, "$eq", AccountCodec.version()));
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
    return doc(field, doc(operator, operand));
  }
}
