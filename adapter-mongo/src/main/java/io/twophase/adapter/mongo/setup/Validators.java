package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.ports.StoreException;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Validators on collections: the server then refuses documents that do not match them, whoever
 * writes.
 */
public record Validators(MongoDatabase database, DriverErrors errors) {

  private static final int NAMESPACE_EXISTS = 48;
  private static final String VALIDATOR = "validator";
  private static final BsonDocument NONE = new BsonDocument();

  /**
   * Sets the validator that {@code schema} is, on a collection that is there or is made; if it is
   * set already, nothing is written.
   *
   * @throws StoreException if the server does not keep validators, or does not permit to set them
   */
  public void ensure(String collection, BsonDocument schema) {
    if (isSet(collection, schema)) {
      return;
    }
    try {
      set(collection, of(schema));
    } catch (MongoException failed) {
      throw errors.ofRead("set a validator of " + collection, failed);
    }
    if (!isSet(collection, schema)) {
      throw new StoreException(
          errors.store() + " keeps no validator of " + collection + ": open it without");
    }
  }

  /**
   * Returns whether the validator of {@code collection} is {@code schema}.
   *
   * @throws StoreException if the server does not permit to list collections
   */
  public boolean isSet(String collection, BsonDocument schema) {
    BsonDocument named = doc("name", collection);
    try {
      // some servers list all collections, whichever are asked for
      for (BsonDocument listed : database.listCollections(BsonDocument.class).filter(named)) {
        if (listed.getString("name").getValue().equals(collection)) {
          return of(schema).equals(listed.getDocument("options", NONE).get(VALIDATOR));
        }
      }
      return false;
    } catch (MongoException failed) {
      throw errors.ofRead("read the validator of " + collection, failed);
    }
  }

  private static BsonDocument of(BsonDocument schema) {
    return doc("$jsonSchema", schema);
  }

  private void set(String collection, BsonDocument validator) {
    try {
      database.runCommand(command("create", collection, validator), BsonDocument.class);
    } catch (MongoCommandException refused) {
      if (refused.getErrorCode() != NAMESPACE_EXISTS) {
        throw refused;
      }
      database.runCommand(command("collMod", collection, validator), BsonDocument.class);
    }
  }

  private static BsonDocument command(String name, String collection, BsonDocument validator) {
    return doc(name, collection)
        .append(VALIDATOR, validator)
        .append("validationLevel", new BsonString("strict"))
        .append("validationAction", new BsonString("error"));
  }
}
