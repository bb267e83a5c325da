package io.twophase.adapter.mongo.participant;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.collection.UniqueIndex;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.FieldPath;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Finds the document whose value of a unique index keeps a placeholder out. */
final class TakenValues {

  /**
   * A document that has such a value.
   *
   * @param index the index
   * @param by the document
   */
  record Taken(UniqueIndex index, BsonDocument by) {}

  private final MongoCollection<BsonDocument> collection;
  private final Server server;

  TakenValues(MongoCollection<BsonDocument> collection, Server server) {
    this.collection = collection;
    this.server = server;
  }

  /** One that keeps {@code placeholder} out, if there is one now. */
  Option<Taken> of(BsonDocument placeholder, List<UniqueIndex> indexes) {
    for (UniqueIndex index : indexes) {
      BsonDocument found = find(placeholder, index);
      if (found != null) {
        return Option.some(new Taken(index, found));
      }
    }
    return Option.none();
  }

  private @Nullable BsonDocument find(BsonDocument placeholder, UniqueIndex index) {
    BsonArray conditions = new BsonArray();
    conditions.add(
        new BsonDocument(
            Names.ID, new BsonDocument("$ne", Objects.requireNonNull(placeholder.get(Names.ID)))));
    for (FieldPath path : index.paths()) {
      BsonArray keys = new BsonArray();
      keys(placeholder, path.names())
          .map(key -> new BsonDocument(path.toString(), new BsonDocument("$eq", key)))
          .forEach(keys::add);
      conditions.add(new BsonDocument("$or", keys));
    }
    try {
      FindIterable<BsonDocument> found =
          collection
              .find(new BsonDocument("$and", conditions))
              .maxTime(server.operationLimit().toMillis(), TimeUnit.MILLISECONDS);
      return index.collation().map(Collations::of).fold(() -> found, found::collation).first();
    } catch (MongoException failed) {
      throw server.errors().ofRead("read " + collection.getNamespace(), failed);
    }
  }

  /** What an index has of a document at a path: of an array each element, of nothing null. */
  private static Stream<BsonValue> keys(BsonValue value, List<String> names) {
    if (value instanceof BsonArray array && !array.isEmpty()) {
      return array.stream().flatMap(element -> keys(element, names));
    }
    if (names.isEmpty()) {
      return Stream.of(value);
    }
    BsonValue inner = value.isDocument() ? value.asDocument().get(names.get(0)) : null;
    return inner == null ? Stream.of(BsonNull.VALUE) : keys(inner, names.subList(1, names.size()));
  }
}
