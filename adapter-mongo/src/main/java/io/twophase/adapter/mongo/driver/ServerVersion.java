package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import io.twophase.ports.StoreException;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** What a server says of itself to people. */
public final class ServerVersion {

  private ServerVersion() {}

  /**
   * Asks for the version, such as {@code version 8.0.4, replica set rs0}.
   *
   * @param hello what the server answered to another question
   * @throws StoreException if it does not answer
   */
  public static String ask(MongoDatabase database, Hello hello, DriverErrors errors) {
    try {
      BsonDocument build =
          ThreadLimit.on(database).runCommand(doc("buildInfo", 1), BsonDocument.class);
      return "version "
          + build.getString("version", new BsonString("unknown")).getValue()
          + kind(hello);
    } catch (MongoException failed) {
      throw errors.ofRead("say its version", failed);
    }
  }

  private static String kind(Hello hello) {
    if (hello.isReplicaSetMember()) {
      return ", replica set " + hello.answer().getString("setName").getValue();
    }
    return hello.isRouter() ? ", sharded cluster" : ", standalone";
  }
}
