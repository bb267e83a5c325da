package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;

import io.twophase.domain.value.FieldPath;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Conditions on a path that leads through embedded documents, and into an array by an index only.
 * MongoDB's own conditions also look into arrays, on the way and at its end; these leave arrays out
 * by name.
 */
final class Filters {

  private Filters() {}

  /** All of them hold. */
  static BsonDocument all(Stream<BsonDocument> conditions) {
    List<BsonDocument> list = conditions.toList();
    return list.size() == 1 ? list.get(0) : allOf(list);
  }

  /** The field is there and no array, and the condition holds of it. */
  static BsonDocument field(FieldPath path, BsonDocument condition) {
    return on(path, condition.append("$not", type("array")));
  }

  static BsonDocument on(FieldPath path, BsonValue condition) {
    return doc(path.toString(), condition);
  }

  static BsonDocument type(String name) {
    return doc("$type", name);
  }

  /** The field is of that type, and not an array with a value of that type. */
  static BsonDocument isOfType(FieldPath path, String name) {
    return field(path, type(name));
  }

  static BsonDocument isAbsent(FieldPath path) {
    return on(path, absent());
  }

  /** No array is on the way. */
  static Stream<BsonDocument> throughNoArray(FieldPath path) {
    return path.parents().stream().map(parent -> on(parent, doc("$not", type("array"))));
  }

  /** No array is on the way but one with an element that the path names. */
  static Stream<BsonDocument> throughElements(FieldPath path) {
    return onTheWay(path, parent -> on(parent, doc("$not", type("array"))));
  }

  /**
   * All that is on the way, as far as it is there, is embedded documents, and arrays with an
   * element that the path names.
   */
  static Stream<BsonDocument> throughDocuments(FieldPath path) {
    return onTheWay(path, parent -> anyOf(isAbsent(parent), isOfType(parent, "object")));
  }

  /** Returns the same, and all of it is there. */
  static Stream<BsonDocument> throughExisting(FieldPath path) {
    return onTheWay(path, parent -> isOfType(parent, "object"));
  }

  private static Stream<BsonDocument> onTheWay(
      FieldPath path, Function<FieldPath, BsonDocument> condition) {
    List<FieldPath> all = Stream.concat(path.parents().stream(), Stream.of(path)).toList();
    return IntStream.range(1, all.size())
        .mapToObj(
            at -> {
              BsonDocument other = condition.apply(all.get(at - 1));
              return FieldPath.isIndex(all.get(at).last())
                  ? anyOf(other, hasElement(all.get(at - 1), all.get(at)))
                  : other;
            });
  }

  /**
   * An array that has the element, and nothing else that a condition on the element's path meets.
   */
  private static BsonDocument hasElement(FieldPath array, FieldPath element) {
    return all(
        Stream.of(
            on(array, type("array")),
            on(element, exists()),
            hasNone(array, type("array")),
            hasNone(array, doc(element.last(), exists()))));
  }

  private static BsonDocument hasNone(FieldPath array, BsonDocument condition) {
    return on(array, doc("$not", doc("$elemMatch", condition)));
  }
}
