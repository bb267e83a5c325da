package io.twophase.adapter.mongo.participant.write;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.Names;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import org.bson.BsonDocument;

/** {@code ParticipantRules.stamp} as one guarded update. */
public final class StampWrites {

  private static final String MATCHED_EPOCH = Field.path(Names.PENDING, "$." + Field.EPOCH);

  private StampWrites() {}

  public static WriteModel<BsonDocument> of(DocumentLeg leg) {
    DocumentHold hold = DocumentHold.of(leg);
    return at(leg, hold, HoldFilters.hasOlder(hold));
  }

  /** Matches where exactly the leg's hold is there at its epoch, and changes nothing. */
  public static WriteModel<BsonDocument> confirming(DocumentLeg leg) {
    DocumentHold hold = DocumentHold.of(leg);
    return at(leg, hold, HoldFilters.has(hold));
  }

  private static WriteModel<BsonDocument> at(
      DocumentLeg leg, DocumentHold hold, BsonDocument condition) {
    BsonDocument filter = new BsonDocument(Names.ID, Values.encode(leg.document().id()));
    filter.putAll(condition);
    return new UpdateOneModel<>(
        filter,
        new BsonDocument("$set", new BsonDocument(MATCHED_EPOCH, HoldElements.epoch(hold))));
  }
}
