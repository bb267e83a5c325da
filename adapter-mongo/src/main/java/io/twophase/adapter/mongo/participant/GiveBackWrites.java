package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.Names;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.HeldDocument;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * {@code ParticipantRules.release} and {@code withdraw} as guarded writes. A placeholder goes with
 * its hold; any other document keeps all but the hold. Who gives a hold back need not know which of
 * both the document is, so both writes are sent, of which at most one matches.
 */
final class GiveBackWrites {

  private static final BsonDocument IS_WHOLE =
      new BsonDocument(Names.PLACEHOLDER, new BsonDocument("$ne", BsonBoolean.TRUE));

  private GiveBackWrites() {}

  /** Removes a held placeholder. */
  static WriteModel<BsonDocument> placeholder(HeldDocument held, boolean atItsEpoch) {
    return new DeleteOneModel<>(filter(held, HoldFilters.IS_PLACEHOLDER, atItsEpoch));
  }

  /** Takes the hold out of a document that is whole. */
  static WriteModel<BsonDocument> whole(HeldDocument held, boolean atItsEpoch) {
    BsonDocument update = pulled(held.hold(), atItsEpoch);
    held.hold()
        .escrowField()
        .forEach(field -> update.append("$inc", givenBack(field, held.hold().amount())));
    return new UpdateOneModel<>(filter(held, IS_WHOLE, atItsEpoch), update);
  }

  private static BsonDocument filter(
      HeldDocument held, BsonDocument condition, boolean atItsEpoch) {
    BsonValue id = Values.encode(held.document().id());
    return HoldFilters.of(
        id,
        List.of(
            condition,
            atItsEpoch ? HoldFilters.has(held.hold()) : HoldFilters.hasAtAnyEpoch(held.hold())));
  }

  private static BsonDocument givenBack(String field, long amount) {
    String bound = amount > 0 ? ParticipantField.RECEIVABLE : ParticipantField.AVAILABLE;
    return new BsonDocument(
        Field.path(Field.path(Names.ESCROW, field), bound), new BsonInt64(Math.abs(amount)));
  }

  /** The hold's end. */
  static BsonDocument pulled(DocumentHold hold, boolean atItsEpoch) {
    BsonDocument element = HoldFilters.transaction(hold);
    if (atItsEpoch) {
      element.append(Field.EPOCH, HoldElements.epoch(hold));
    }
    return new BsonDocument("$pull", new BsonDocument(Names.PENDING, element));
  }
}
