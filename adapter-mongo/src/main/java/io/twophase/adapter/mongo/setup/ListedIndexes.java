package io.twophase.adapter.mongo.setup;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.vavr.control.Option;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** What a server says of the indexes of a collection. */
final class ListedIndexes {

  private static final String KEY = "key";
  private static final String NAME = "name";

  private ListedIndexes() {}

  /**
   * The index of these keys, in this order, if there is one.
   *
   * @throws MongoException if the server does not say
   */
  static Option<BsonDocument> of(MongoCollection<BsonDocument> collection, BsonDocument keys) {
    for (BsonDocument index : collection.listIndexes(BsonDocument.class)) {
      // equality is blind to the order of fields
      boolean isInOrder =
          index.getDocument(KEY).keySet().stream().toList().equals(keys.keySet().stream().toList());
      if (isInOrder && keysOf(index).equals(keys)) {
        return Option.some(index);
      }
    }
    return Option.none();
  }

  /** What an index is dropped by. */
  static String name(BsonDocument index) {
    return index.getString(NAME).getValue();
  }

  /** Some servers tell the order of a key as a floating-point number. */
  private static BsonDocument keysOf(BsonDocument index) {
    BsonDocument keys = new BsonDocument();
    index.getDocument(KEY).forEach((field, order) -> keys.append(field, whole(order)));
    return keys;
  }

  private static BsonValue whole(BsonValue order) {
    return order.isNumber() ? new BsonInt32(order.asNumber().intValue()) : order;
  }
}
