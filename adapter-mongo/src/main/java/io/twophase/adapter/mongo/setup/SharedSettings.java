package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoNamespace;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The settings that all processes share which use a database, in a document for each collection
 * that it is about: {@code { _id: "transactions", home: { … } }}, {@code { _id: "accounts", home:
 * "transactions" }}.
 */
public record SharedSettings(Table table) {

  /** The collection that the settings are in. */
  public static final String COLLECTION = "twophase_settings";

  private static final String HOME = "home";

  /** Those of {@code database}, which must read and write with majority. */
  public static SharedSettings of(MongoDatabase database, Server server) {
    return new SharedSettings(
        new Table(database.getCollection(COLLECTION, BsonDocument.class), server));
  }

  private MongoNamespace namespace() {
    return table.collection().getNamespace();
  }

  /**
   * The collection of the records that the holds of {@code accounts} mean: the first that the
   * accounts were ever used with, which is recorded. A hold of an account does not name it, so a
   * second one would take the first one's holds for its own.
   *
   * @param transactions the collection that they are to be used with now
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if what is recorded cannot be read, or the server does not permit it
   */
  public String home(String accounts, String transactions) {
    BsonValue home = once(accounts, HOME, new BsonString(transactions));
    if (!home.isString()) {
      throw odd(accounts, HOME, home);
    }
    return home.asString().getValue();
  }

  /**
   * Returns what is set about a collection, if it is.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not permit to read the settings
   */
  public Optional<BsonValue> get(String collection, String name) {
    return Optional.ofNullable(table.reads().byId(List.of(collection)).get(collection))
        .flatMap(found -> Optional.ofNullable(found.get(name)));
  }

  /**
   * Returns what is set about a collection: {@code value} from now on, if nothing was.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it cannot be read, or the server does not permit it
   */
  public BsonValue once(String collection, String name, BsonValue value) {
    return get(collection, name).orElseGet(() -> first(collection, name, value));
  }

  /** Another process may have been the first meanwhile: then what that one has set. */
  private BsonValue first(String collection, String name, BsonValue value) {
    try {
      write(about(collection).append(name, absent()), setting(name, value), true);
      return value;
    } catch (StoreException failed) {
      if (failed.getCause() instanceof MongoWriteException refused
          && refused.getCode() == DriverErrors.DUPLICATE_KEY) {
        return latest(collection, name);
      }
      throw failed;
    }
  }

  private void write(BsonDocument filter, BsonDocument update, boolean upsert) {
    UpdateOptions options = new UpdateOptions().upsert(upsert);
    table
        .server()
        .errors()
        .call(
            "write to " + namespace(),
            () -> ThreadLimit.on(table.collection()).updateOne(filter, update, options));
  }

  private BsonValue latest(String collection, String name) {
    return table
        .reads()
        .latest(new BsonString(collection))
        .flatMap(found -> Optional.ofNullable(found.get(name)))
        .orElseThrow(
            () ->
                new StoreException(
                    "%s has a document %s without %s".formatted(namespace(), collection, name)));
  }

  /**
   * Sets it to {@code value}, where it is {@code before}. Answers what is set then: another process
   * may have been faster.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it cannot be read, or the server does not permit it
   */
  public BsonValue exchange(String collection, String name, BsonValue before, BsonValue value) {
    write(about(collection).append(name, before), setting(name, value), false);
    return latest(collection, name);
  }

  /** Sets it, whatever was set. */
  void set(String collection, String name, BsonValue value) {
    write(about(collection), setting(name, value), true);
  }

  /**
   * Has it set no more.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not permit it
   */
  public void unset(String collection, String name) {
    write(about(collection), doc("$unset", doc(name, "")), false);
  }

  /** For what this release cannot read. */
  public StoreException odd(String collection, String name, BsonValue value) {
    return new StoreException(
        "%s has %s: %s of %s, which this version does not know"
            .formatted(namespace(), name, BsonText.of(value), collection));
  }

  private static BsonDocument setting(String name, BsonValue value) {
    return doc("$set", doc(name, value));
  }

  private static BsonDocument about(String collection) {
    return doc(Field.ID, collection);
  }
}
