package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.array;
import static io.twophase.adapter.mongo.document.Docs.bson;
import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Inspector;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.domain.transaction.State;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Validators on collections: the server then refuses documents that do not match them, whoever
 * writes.
 */
public record Validators(MongoDatabase database, DriverErrors errors) {

  private static final int NAMESPACE_EXISTS = 48;
  private static final String VALIDATOR = "validator";
  private static final String UNCONFIRMED = "writeConcernError";
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
    errors.call("set a validator of " + collection, () -> set(collection, of(schema)));
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
    List<BsonDocument> listed =
        errors.call(
            "read the validator of " + collection,
            () -> Inspector.entries(database, List.of(collection)));
    return listed.stream()
        .anyMatch(one -> of(schema).equals(one.getDocument("options", NONE).get(VALIDATOR)));
  }

  private static BsonDocument of(BsonDocument schema) {
    return doc("$jsonSchema", schema);
  }

  private void set(String collection, BsonDocument validator) {
    try {
      run("create", collection, validator);
    } catch (MongoCommandException refused) {
      if (refused.getErrorCode() != NAMESPACE_EXISTS) {
        throw refused;
      }
      run("collMod", collection, validator);
    }
  }

  private void run(String name, String collection, BsonDocument validator) {
    change(
        database,
        doc(name, collection, VALIDATOR, validator)
            .with(doc("validationLevel", "strict", "validationAction", "error")));
  }

  /**
   * Runs a command that changes a collection, and waits for the write concern of the database: the
   * driver gives it to no command that a caller has written.
   *
   * @throws MongoException if it fails, or no majority has confirmed it
   */
  static void change(MongoDatabase database, Doc command) {
    BsonDocument answer =
        ThreadLimit.on(database)
            .runCommand(
                command.with("writeConcern", database.getWriteConcern().asDocument()),
                BsonDocument.class);
    if (answer.isDocument(UNCONFIRMED)) {
      throw new MongoCommandException(answer.getDocument(UNCONFIRMED), new ServerAddress());
    }
  }

  /**
   * The codecs' demands on a document, as MongoDB's {@code $jsonSchema} (JSON Schema draft 4 with
   * {@code bsonType}). It is about documents of the version that this code writes: those of the
   * tutorial, which have none until they are adopted, and those of a newer one are let through.
   * Fields that are not ours may be there. Only the codecs check what a schema cannot say, such as
   * that the figures add up.
   *
   * <p>The schemas are in {@code schemas.json}, of parts that have names: {@code "@text"} stands
   * for the part {@code text}, for a server knows no references. Only what the codecs have as
   * constants is put in here.
   */
  public static final class Schemas {

    private static final String PARTS = "schemas.json";
    private static final char REFERENCE = '@';

    private Schemas() {}

    /** Returns the schema of an account. */
    public static BsonDocument accounts() {
      return schema("accounts");
    }

    /** Returns the schema of a transaction record. */
    public static BsonDocument transactions() {
      return schema("transactions");
    }

    private static BsonDocument schema(String name) {
      BsonDocument parts =
          read()
              .append("versions", array(List.of(Field.CURRENT_VERSION)))
              .append("states", names(State.values()))
              .append("states of canceled", names(State.CANCELING, State.CANCELED));
      return whole(bson(REFERENCE + name), parts).asDocument();
    }

    private static BsonDocument read() {
      try (InputStream in = Schemas.class.getResourceAsStream(PARTS)) {
        return BsonDocument.parse(
            new String(Objects.requireNonNull(in, PARTS).readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private static BsonArray names(State... states) {
      return array(Arrays.stream(states).flatMap(state -> StateNames.all(state).stream()).toList());
    }

    /** The value with the parts that it names. */
    private static BsonValue whole(BsonValue value, BsonDocument parts) {
      if (value.isDocument()) {
        BsonDocument whole = new BsonDocument();
        value.asDocument().forEach((name, inner) -> whole.append(name, whole(inner, parts)));
        return whole;
      } else if (value.isArray()) {
        return array(value.asArray().stream().map(inner -> whole(inner, parts)).toList());
      }
      boolean isName = value.isString() && value.asString().getValue().indexOf(REFERENCE) == 0;
      return isName ? whole(part(value.asString().getValue().substring(1), parts), parts) : value;
    }

    private static BsonValue part(String name, BsonDocument parts) {
      return Objects.requireNonNull(parts.get(name), name);
    }
  }
}
