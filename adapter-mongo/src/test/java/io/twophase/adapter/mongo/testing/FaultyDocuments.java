package io.twophase.adapter.mongo.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The documents on a {@link FaultyServer}, by a client of their own. */
public final class FaultyDocuments {

  private FaultyDocuments() {}

  public static void drop(FaultyServer server) {
    try (MongoClient client = MongoClients.create(server.uri(""))) {
      client.getDatabase("bank").drop();
    }
  }

  public static void put(FaultyServer server, String account) {
    try (MongoClient client = MongoClients.create(server.uri(""))) {
      client
          .getDatabase("bank")
          .getCollection("accounts", BsonDocument.class)
          .insertOne(BsonDocument.parse(account));
    }
  }

  public static BsonDocument get(FaultyServer server, String collection, String id) {
    try (MongoClient client = MongoClients.create(server.uri(""))) {
      return Objects.requireNonNull(
          client
              .getDatabase("bank")
              .getCollection(collection, BsonDocument.class)
              .find(new BsonDocument("_id", new BsonString(id)))
              .first());
    }
  }
}
