package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.ChangeUpdates;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * Ends of holds whose operation is done, as one write each, guarded on the hold.
 *
 * @param hold the hold of the operation
 * @param at its epoch, if it must have one
 */
record Settles(Target target, Hold hold, Optional<Epoch> at)
    implements DocumentOperation.Cases<WriteModel<BsonDocument>> {

  private BsonDocument held() {
    BsonDocument filter = HoldFilters.of(target, List.of());
    filter.putAll(HoldFilters.has(HoldFilters.at(at, HoldFilters.operation(hold))));
    return filter;
  }

  private BsonDocument heldPlaceholder() {
    return HoldFilters.of(
        target,
        List.of(
            HoldFilters.isPlaceholderOf(hold),
            HoldFilters.has(HoldFilters.at(at, HoldFilters.operation(hold)))));
  }

  private BsonDocument mark() {
    return DocumentCodec.lastTransaction(hold);
  }

  @Override
  public WriteModel<BsonDocument> insert(InsertDocument operation) {
    BsonDocument body = doc(Names.ID, HoldFilters.id(target));
    body.putAll(Values.document(operation.fields()));
    return new ReplaceOneModel<>(heldPlaceholder(), body.append(Names.LAST_TRANSACTION, mark()));
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
    BsonDocument update = ChangeUpdates.of(operation.changes());
    BsonDocument set = update.getDocument("$set", new BsonDocument());
    update.put("$set", set.append(Names.LAST_TRANSACTION, mark()));
    update.putAll(HoldFilters.pulled(hold, at));
    return new UpdateOneModel<>(held(), update);
  }

  /** A document that is checked is not changed, and so bears no mark. */
  @Override
  public WriteModel<BsonDocument> check(CheckDocument operation) {
    return new UpdateOneModel<>(held(), HoldFilters.pulled(hold, at));
  }

  @Override
  public WriteModel<BsonDocument> add(AddToField operation) {
    throw new IllegalArgumentException("a claim of a range: " + operation);
  }
}
