package io.twophase.adapter.mongo.participant.write;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.value.ChangeUpdates;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code ParticipantRules.settle} as one write, guarded on the hold at its epoch. */
public final class SettleWrites implements DocumentOperation.Cases<WriteModel<BsonDocument>> {

  private final DocumentHold hold;
  private final BsonValue id;

  private SettleWrites(DocumentLeg leg) {
    this.hold = DocumentHold.of(leg);
    this.id = Values.encode(leg.document().id());
  }

  /** The write that settles a leg. */
  public static WriteModel<BsonDocument> of(DocumentLeg leg) {
    return leg.operation().fold(new SettleWrites(leg));
  }

  /**
   * The write that settles an addition where the bounds of its field have been removed since: it
   * makes none. No write for any other operation.
   */
  public static List<WriteModel<BsonDocument>> withoutBounds(DocumentLeg leg) {
    SettleWrites writes = new SettleWrites(leg);
    return leg.operation() instanceof AddToField addition
        ? List.of(
            writes.stamped(
                writes.held(HoldFilters.hasNoBound(addition.field(), bound(addition))),
                new BsonDocument("$inc", added(addition))))
        : List.of();
  }

  private BsonDocument held() {
    return HoldFilters.of(id, List.of(HoldFilters.has(hold)));
  }

  private BsonDocument held(BsonDocument condition) {
    return HoldFilters.of(id, List.of(condition, HoldFilters.has(hold)));
  }

  private BsonDocument heldPlaceholder() {
    return held(HoldFilters.isPlaceholderOf(hold));
  }

  private BsonDocument stamp() {
    return LastTransactionCodec.encode(hold);
  }

  @Override
  public WriteModel<BsonDocument> insert(InsertDocument operation) {
    BsonDocument body = new BsonDocument(Names.ID, id);
    body.putAll(Values.document(operation.fields()));
    return new ReplaceOneModel<>(heldPlaceholder(), body.append(Names.LAST_TRANSACTION, stamp()));
  }

  @Override
  public WriteModel<BsonDocument> absent(CheckAbsent operation) {
    return new DeleteOneModel<>(heldPlaceholder());
  }

  @Override
  public WriteModel<BsonDocument> remove(RemoveDocument operation) {
    return new DeleteOneModel<>(held());
  }

  @Override
  public WriteModel<BsonDocument> change(ChangeDocument operation) {
    return stamped(held(), ChangeUpdates.of(operation.changes()));
  }

  /** What is checked is not changed, and so bears no stamp. */
  @Override
  public WriteModel<BsonDocument> check(CheckDocument operation) {
    return new UpdateOneModel<>(held(), GiveBackWrites.pulled(hold, true));
  }

  @Override
  public WriteModel<BsonDocument> add(AddToField operation) {
    String bound = bound(operation);
    return stamped(
        held(HoldFilters.hasBound(operation.field(), bound)),
        new BsonDocument(
            "$inc",
            added(operation)
                .append(
                    ParticipantField.bound(operation.field(), bound),
                    new BsonInt64(Math.abs(operation.amount())))));
  }

  private static BsonDocument added(AddToField operation) {
    return new BsonDocument(operation.field(), new BsonInt64(operation.amount()));
  }

  /** What was added may be taken then, what was taken may be added. */
  private static String bound(AddToField operation) {
    return operation.amount() > 0 ? ParticipantField.AVAILABLE : ParticipantField.RECEIVABLE;
  }

  private WriteModel<BsonDocument> stamped(BsonDocument filter, BsonDocument update) {
    BsonDocument set =
        update.getDocument("$set", new BsonDocument()).append(Names.LAST_TRANSACTION, stamp());
    update.put("$set", set);
    update.putAll(GiveBackWrites.pulled(hold, true));
    return new UpdateOneModel<>(filter, update);
  }
}
