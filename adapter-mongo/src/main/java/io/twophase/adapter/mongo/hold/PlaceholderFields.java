package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.collection.UniqueIndex;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What a placeholder has beside its hold, so that a unique index says of it at the hold what it
 * would say of the document at the settle.
 */
public final class PlaceholderFields {

  private PlaceholderFields() {}

  /** Of a document that is to be inserted: the fields that are in a unique index, as they are. */
  public static BsonDocument ofInsert(List<UniqueIndex> indexes, Fields fields) {
    BsonDocument kept = new BsonDocument();
    for (UniqueIndex index : indexes) {
      for (FieldPath path : index.paths()) {
        fields.get(path.top()).forEach(value -> kept.append(path.top(), Values.encode(value)));
      }
    }
    return kept;
  }

  /**
   * Where there is to be no document: values that no other document has, for an index also allows
   * only one document without a value.
   */
  public static BsonDocument ofAbsence(List<UniqueIndex> indexes, BsonValue id) {
    BsonDocument kept = new BsonDocument();
    String mark = mark(indexes);
    for (UniqueIndex index : indexes) {
      if (!index.sparse()) {
        index.paths().forEach(path -> mark(kept, path.names(), mark, id));
      }
    }
    return kept;
  }

  /** A name that no path goes through: one index may be of a field inside of another's. */
  private static String mark(List<UniqueIndex> indexes) {
    StringBuilder mark = new StringBuilder(Names.PLACEHOLDER);
    while (indexes.stream()
        .flatMap(index -> index.paths().stream())
        .anyMatch(path -> path.names().contains(mark.toString()))) {
      mark.append('_');
    }
    return mark.toString();
  }

  private static void mark(BsonDocument in, List<String> names, String mark, BsonValue id) {
    BsonDocument at = in;
    for (String name : names) {
      if (!at.containsKey(name)) {
        at.append(name, new BsonDocument());
      }
      at = at.getDocument(name);
    }
    at.append(mark, id);
  }
}
