package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Changes as one update by MongoDB's operators. */
public final class ChangeUpdates {

  private ChangeUpdates() {}

  /** The update; other operators may be added to it. */
  public static BsonDocument of(Changes changes) {
    BsonDocument update = new BsonDocument();
    for (FieldChange change : changes.all()) {
      switch (change.kind()) {
        case SET, INC, PUSH -> add(update, change, "", Values.encode(change.value()));
        case UNSET -> add(update, change, "", new BsonString(""));
        // no $pull, which takes an embedded document for a condition
        case PULL ->
            add(update, change, "All", new BsonArray(List.of(Values.encode(change.value()))));
      }
    }
    return update;
  }

  private static void add(BsonDocument update, FieldChange change, String suffix, BsonValue value) {
    String operator = "$" + change.kind().word() + suffix;
    if (!update.containsKey(operator)) {
      update.append(operator, new BsonDocument());
    }
    update.getDocument(operator).append(change.path().toString(), value);
  }
}
