package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldField;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Target;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** {@code Account.change} as a guarded update, of an account whose status changes by it. */
public final class StatusWrites {

  private static final BsonDocument IS_EMPTY = new BsonDocument("$size", new BsonInt32(0));

  private static final BsonDocument HAS_NO_CHECK =
      new BsonDocument(
          "$not",
          new BsonDocument(
              "$elemMatch",
              new BsonDocument(HoldField.MODE, new BsonDocument("$exists", BsonBoolean.TRUE))));

  private StatusWrites() {}

  /** The update that changes an account's status. */
  public static UpdateOneModel<BsonDocument> change(AccountId id, StatusChange change) {
    BsonDocument filter =
        HoldFilters.of(new Target.OfAccount(id), List.of())
            .append(Field.VERSION, AccountCodec.version())
            .append(
                Field.STATUS,
                new BsonDocument(
                    "$in",
                    new BsonArray(
                        List.of(
                            AccountCodec.status(AccountStatus.ACTIVE),
                            AccountCodec.status(AccountStatus.FROZEN)))));
    if (change == StatusChange.CLOSE) {
      filter.append(Field.BALANCE, new BsonInt64(0)).append(Field.PENDING, IS_EMPTY);
    } else {
      filter.append(Field.PENDING, HAS_NO_CHECK);
    }
    boolean opens = change.to() == AccountStatus.ACTIVE;
    String from = opens ? Field.SHUT_FOR : Field.OPEN_FOR;
    return new UpdateOneModel<>(
        filter,
        new BsonDocument("$set", new BsonDocument(Field.STATUS, AccountCodec.status(change.to())))
            .append(
                "$rename",
                new BsonDocument(from, new BsonString(AccountCodec.openness(change.to())))));
  }
}
