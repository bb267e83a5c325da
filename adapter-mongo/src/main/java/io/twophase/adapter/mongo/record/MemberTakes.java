package io.twophase.adapter.mongo.record;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.ReasonDocuments;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.transaction.State;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The domain's {@link MemberTake}s as guarded updates of members' documents (rules 13 and 14). The
 * body stays where it is: a member's document becomes a record by what it gets beside that.
 */
final class MemberTakes {

  private static final BsonDocument NO_RECORD = new BsonDocument(Field.BATCH, new BsonString(""));

  private MemberTakes() {}

  /** The take, guarded on the record that the document names and on what it asks for. */
  static UpdateOneModel<BsonDocument> of(MemberTake take) {
    return new UpdateOneModel<>(MemberCodec.filter(take.free()), change(take));
  }

  private static BsonDocument change(MemberTake take) {
    return switch (take.kind()) {
      case INTO -> set(new BsonDocument(Field.BATCH, new BsonString(take.into().get().value())));
      case ALONE -> record(take, State.PENDING, Epoch.FIRST, List.of());
      case CANCELED ->
          record(
              take, State.CANCELED, Epoch.NONE, List.of(Field.DECIDED_AT, RecordTimes.end(false)));
    };
  }

  private static BsonDocument record(
      MemberTake take, State state, Epoch epoch, List<String> steps) {
    BsonDocument fields =
        new BsonDocument(Field.STATE, StateNames.of(state))
            .append(Field.EPOCH, new BsonInt64(epoch.value()));
    take.owner().forEach(owner -> RecordCodec.owner(owner, fields));
    take.reason().forEach(reason -> fields.append(Field.REASON, ReasonDocuments.write(reason)));
    BsonDocument dates =
        new BsonDocument(Field.CREATED_AT, BsonBoolean.TRUE)
            .append(Field.LAST_MODIFIED, BsonBoolean.TRUE);
    steps.forEach(step -> dates.append(step, BsonBoolean.TRUE));
    return set(fields).append("$unset", NO_RECORD).append("$currentDate", dates);
  }

  private static BsonDocument set(BsonDocument fields) {
    return new BsonDocument("$set", fields);
  }

  /** Matches a document that is as the take leaves it, and changes nothing. */
  static UpdateOneModel<BsonDocument> left(MemberTake take) {
    return new UpdateOneModel<>(
        switch (take.kind()) {
          case INTO -> MemberCodec.naming(take.free(), take.into().get());
          case ALONE, CANCELED ->
              // a token is written by one worker only
              new BsonDocument(Field.ID, new BsonString(take.member().value()))
                  .append(Field.TOKEN, new BsonString(take.owner().get().token().value()));
        },
        Counting.NOTHING);
  }
}
