package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import java.time.Instant;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * The domain's {@link MemberTake}s as guarded updates of members' documents (rules 13 and 14). The
 * body stays where it is: a member's document becomes a record by what it gets beside that.
 */
final class MemberTakes {

  private static final BsonDocument NO_RECORD = doc(Field.BATCH, "");

  private MemberTakes() {}

  /** The take, guarded on the record that the document names and on what it asks for. */
  static UpdateOneModel<BsonDocument> of(MemberTake take) {
    return new UpdateOneModel<>(MemberCodec.filter(take.free()), change(take));
  }

  /** The server dates what the domain says that the take leaves. */
  private static BsonDocument change(MemberTake take) {
    return take.taken(take.free(), Instant.EPOCH)
        .fold(MemberTakes::record, member -> set(doc(Field.BATCH, member.record().value())));
  }

  private static BsonDocument record(TransactionRecord alone) {
    BsonDocument fields =
        doc(Field.STATE, StateNames.of(alone.state()))
            .append(Field.EPOCH, int64(alone.epoch().value()));
    alone.owner().forEach(owner -> RecordCodec.owner(owner, fields));
    alone.reason().forEach(reason -> fields.append(Field.REASON, ReasonDocuments.write(reason)));
    BsonDocument dates = stamps(alone);
    return set(fields).append("$unset", NO_RECORD).append("$currentDate", dates);
  }

  /** The fields that the server dates as it makes a record of a member's document. */
  private static BsonDocument stamps(TransactionRecord alone) {
    BsonDocument stamps = new BsonDocument();
    RecordCodec.times(alone, stamps);
    stamps.append(Field.CREATED_AT, BsonBoolean.TRUE).append(Field.LAST_MODIFIED, BsonBoolean.TRUE);
    stamps.replaceAll((field, date) -> BsonBoolean.TRUE);
    return stamps;
  }

  private static BsonDocument set(BsonDocument fields) {
    return doc("$set", fields);
  }

  /** Matches a document that is as the take leaves it, and changes nothing. */
  static UpdateOneModel<BsonDocument> left(MemberTake take) {
    return new UpdateOneModel<>(
        switch (take.kind()) {
          case INTO -> MemberCodec.naming(take.free(), take.into().get());
          case ALONE, CANCELED ->
              MemberCodec.asking(
                  take.free().body(), doc(Field.TOKEN, take.owner().get().token().value()));
        },
        TransitionUpdates.NOTHING);
  }
}
