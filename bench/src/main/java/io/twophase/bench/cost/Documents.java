package io.twophase.bench.cost;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Reads documents beside what is counted. */
final class Documents {

  private final MongoClient client;

  /**
   * Of a server.
   *
   * @param client reads; nobody counts what it does
   */
  Documents(MongoClient client) {
    this.client = client;
  }

  /**
   * A document's name.
   *
   * @param collection its full name
   */
  record Name(String collection, BsonValue id) {

    static Name of(String collection, BsonDocument document) {
      return new Name(collection, document.get("_id", BsonNull.VALUE));
    }
  }

  /** The documents that a statement is for, as far as it names them or they match now. */
  Set<Name> named(Statement statement) {
    Set<Name> names = new LinkedHashSet<>();
    List<BsonValue> ids = statement.ids();
    if (ids.isEmpty()) {
      for (BsonDocument found :
          collection(statement.collection())
              .find(statement.filter())
              .projection(Projections.include("_id"))
              .limit(statement.isForMany() ? 0 : 1)) {
        names.add(Name.of(statement.collection(), found));
      }
    }
    ids.forEach(id -> names.add(new Name(statement.collection(), id)));
    return names;
  }

  /** The documents of these names that are there. */
  Map<Name, RawBsonDocument> read(Collection<Name> names) {
    Map<String, BsonArray> ids = new HashMap<>();
    names.forEach(
        name -> ids.computeIfAbsent(name.collection(), none -> new BsonArray()).add(name.id()));
    Map<Name, RawBsonDocument> found = new HashMap<>();
    ids.forEach(
        (collection, wanted) ->
            collection(collection)
                .find(new BsonDocument("_id", new BsonDocument("$in", wanted)))
                .into(new ArrayList<>())
                .forEach(each -> found.put(Name.of(collection, each), each)));
    return found;
  }

  private MongoCollection<RawBsonDocument> collection(String collection) {
    MongoNamespace name = new MongoNamespace(collection);
    return client
        .getDatabase(name.getDatabaseName())
        .getCollection(name.getCollectionName(), RawBsonDocument.class);
  }

  /** How many bytes a document has. */
  static int size(RawBsonDocument document) {
    return document.getByteBuffer().remaining();
  }

  /** A document as bytes. */
  static RawBsonDocument raw(BsonDocument document) {
    return document instanceof RawBsonDocument raw
        ? raw
        : new RawBsonDocument(document, new BsonDocumentCodec());
  }
}
