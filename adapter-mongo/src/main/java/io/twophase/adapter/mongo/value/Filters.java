package io.twophase.adapter.mongo.value;

import io.twophase.domain.value.FieldPath;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Conditions on a path that leads through embedded documents only. MongoDB's own conditions also
 * look into arrays, on the way and at its end; these leave arrays out by name.
 */
final class Filters {

  private Filters() {}

  /** All of them hold. */
  static BsonDocument all(Stream<BsonDocument> conditions) {
    List<BsonDocument> list = conditions.toList();
    return list.size() == 1 ? list.get(0) : new BsonDocument("$and", new BsonArray(list));
  }

  /** One of them holds. */
  static BsonDocument any(BsonDocument... conditions) {
    return new BsonDocument("$or", new BsonArray(List.of(conditions)));
  }

  /** The field is there and no array, and the condition holds of it. */
  static BsonDocument field(FieldPath path, BsonDocument condition) {
    return on(path, condition.append("$not", type("array")));
  }

  static BsonDocument on(FieldPath path, BsonValue condition) {
    return new BsonDocument(path.toString(), condition);
  }

  static BsonDocument type(String name) {
    return new BsonDocument("$type", new BsonString(name));
  }

  /** The field is of that type, and not an array with a value of that type. */
  static BsonDocument isOfType(FieldPath path, String name) {
    return field(path, type(name));
  }

  static BsonDocument isAbsent(FieldPath path) {
    return on(path, new BsonDocument("$exists", BsonBoolean.FALSE));
  }

  /** No array is on the way. */
  static Stream<BsonDocument> throughNoArray(FieldPath path) {
    return path.parents().stream()
        .map(parent -> on(parent, new BsonDocument("$not", type("array"))));
  }

  /** All that is on the way, as far as it is there, is embedded documents. */
  static Stream<BsonDocument> throughDocuments(FieldPath path) {
    return path.parents().stream().map(parent -> any(isAbsent(parent), isOfType(parent, "object")));
  }
}
