package io.twophase.adapter.mongo.collection;

import io.twophase.domain.value.FieldPath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/**
 * An index that allows each value once.
 *
 * @param name its name
 * @param paths the fields that it is of, together
 * @param sparse whether a document that has none of the fields is not in it
 * @param collation by which it compares texts; none where it compares them bytewise
 */
public record UniqueIndex(
    String name, List<FieldPath> paths, boolean sparse, Optional<BsonDocument> collation) {

  /** The paths do not change. */
  public UniqueIndex {
    paths = List.copyOf(paths);
  }

  /** Returns whether a change of that field may change what is in the index. */
  boolean isOf(FieldPath path) {
    FieldPath ofAll = path.withoutIndexes();
    return paths.stream().anyMatch(indexed -> indexed.withoutIndexes().overlaps(ofAll));
  }

  /** The fields, for people. */
  public String fields() {
    return paths.stream().map(FieldPath::toString).collect(Collectors.joining(", "));
  }
}
