package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Changes as one update by MongoDB's operators. */
public final class ChangeUpdates implements FieldChange.Cases<BsonDocument> {

  private final BsonDocument update = new BsonDocument();

  private ChangeUpdates() {}

  /** The update; other operators may be added to it. */
  public static BsonDocument of(Changes changes) {
    ChangeUpdates cases = new ChangeUpdates();
    changes.all().forEach(change -> change.fold(cases));
    return cases.update;
  }

  @Override
  public BsonDocument set(FieldChange.Set change) {
    return with("$set", change.path(), Values.encode(change.value()));
  }

  @Override
  public BsonDocument unset(FieldChange.Unset change) {
    return with("$unset", change.path(), new BsonString(""));
  }

  @Override
  public BsonDocument inc(FieldChange.Inc change) {
    return with("$inc", change.path(), Values.encode(change.by()));
  }

  @Override
  public BsonDocument push(FieldChange.Push change) {
    return with("$push", change.path(), Values.encode(change.value()));
  }

  /** No {@code $pull}, which takes an embedded document for a condition. */
  @Override
  public BsonDocument pull(FieldChange.Pull change) {
    return with("$pullAll", change.path(), new BsonArray(List.of(Values.encode(change.value()))));
  }

  private BsonDocument with(String operator, FieldPath path, BsonValue value) {
    if (!update.containsKey(operator)) {
      update.append(operator, new BsonDocument());
    }
    update.getDocument(operator).append(path.toString(), value);
    return update;
  }
}
