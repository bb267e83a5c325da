package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Target;
import java.util.List;
import org.bson.BsonDocument;

/** {@code Account.change} as a guarded update, of an account whose status changes by it. */
public final class StatusWrites {

  private static final BsonDocument IS_EMPTY = doc("$size", 0);

  private static final BsonDocument HAS_NO_CHECK =
      doc("$not", doc("$elemMatch", doc(Field.MODE, exists())));

  private StatusWrites() {}

  /** The update that changes an account's status. */
  public static UpdateOneModel<BsonDocument> change(AccountId id, StatusChange change) {
    BsonDocument filter =
        HoldFilters.of(new Target.OfAccount(id), List.of())
            .append(Field.VERSION, AccountCodec.version())
            .append(
                Field.STATUS,
                oneOf(
                    AccountCodec.status(AccountStatus.ACTIVE),
                    AccountCodec.status(AccountStatus.FROZEN)));
    if (change == StatusChange.CLOSE) {
      filter.append(Field.BALANCE, int64(0)).append(Field.PENDING, IS_EMPTY);
    } else {
      filter.append(Field.PENDING, HAS_NO_CHECK);
    }
    boolean opens = change.to() == AccountStatus.ACTIVE;
    String from = opens ? Field.SHUT_FOR : Field.OPEN_FOR;
    return new UpdateOneModel<>(
        filter,
        doc("$set", doc(Field.STATUS, AccountCodec.status(change.to())))
            .append("$rename", doc(from, AccountCodec.openness(change.to()))));
  }
}
