package io.twophase.adapter.mongo.participant.write;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.Names;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.HeldDocument;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * {@code ParticipantRules.release} and {@code withdraw} as guarded writes. A placeholder goes with
 * its hold; any other document keeps all but the hold, one that others have marked as a placeholder
 * too. Who gives a hold back need not know which of both the document is, so both writes are sent,
 * of which at most one matches.
 */
public final class GiveBackWrites {

  private GiveBackWrites() {}

  /** Removes a held placeholder. */
  public static WriteModel<BsonDocument> placeholder(HeldDocument held, boolean atItsEpoch) {
    return new DeleteOneModel<>(
        filter(held, List.of(HoldFilters.isPlaceholderOf(held.hold())), atItsEpoch));
  }

  /** Takes the hold out of a document that is whole. */
  public static WriteModel<BsonDocument> whole(HeldDocument held, boolean atItsEpoch) {
    DocumentHold hold = held.hold();
    BsonDocument update = pulled(hold, atItsEpoch);
    List<BsonDocument> conditions = new ArrayList<>(List.of(HoldFilters.isNoPlaceholderOf(hold)));
    hold.escrowField()
        .forEach(
            field -> {
              conditions.add(HoldFilters.hasBound(field, bound(hold)));
              update.append(
                  "$inc",
                  new BsonDocument(
                      ParticipantField.bound(field, bound(hold)),
                      new BsonInt64(Math.abs(hold.amount()))));
            });
    return new UpdateOneModel<>(filter(held, conditions, atItsEpoch), update);
  }

  /**
   * The same where the bounds that an addition's hold was within have been removed since: it makes
   * none. No write for any other hold.
   */
  public static List<WriteModel<BsonDocument>> withoutBounds(
      HeldDocument held, boolean atItsEpoch) {
    DocumentHold hold = held.hold();
    return hold.escrowField()
        .map(field -> HoldFilters.hasNoBound(field, bound(hold)))
        .<WriteModel<BsonDocument>>map(
            condition ->
                new UpdateOneModel<>(
                    filter(
                        held, List.of(HoldFilters.isNoPlaceholderOf(hold), condition), atItsEpoch),
                    pulled(hold, atItsEpoch)))
        .toJavaList();
  }

  private static String bound(DocumentHold hold) {
    return hold.amount() > 0 ? ParticipantField.RECEIVABLE : ParticipantField.AVAILABLE;
  }

  private static BsonDocument filter(
      HeldDocument held, List<BsonDocument> conditions, boolean atItsEpoch) {
    List<BsonDocument> all = new ArrayList<>(conditions);
    all.add(atItsEpoch ? HoldFilters.has(held.hold()) : HoldFilters.hasAtAnyEpoch(held.hold()));
    return HoldFilters.of(Values.encode(held.document().id()), all);
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
