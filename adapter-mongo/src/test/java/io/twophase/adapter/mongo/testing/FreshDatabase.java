package io.twophase.adapter.mongo.testing;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A database of a name of its own for each test that asks for one, dropped after it. */
public final class FreshDatabase implements AfterEachCallback {

  private final Supplier<MongoClient> client;
  private final String prefix;
  private @Nullable MongoDatabase database;
  private boolean another;

  public FreshDatabase(Supplier<MongoClient> client, String prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  public MongoDatabase database() {
    if (database == null) {
      String suffix = UUID.randomUUID().toString().substring(0, 13);
      database = client.get().getDatabase(prefix + "_test_" + suffix);
    }
    return Objects.requireNonNull(database);
  }

  public MongoClient client() {
    return client.get();
  }

  public MongoCollection<BsonDocument> collection(String name) {
    return ofHost(database().getCollection(name, BsonDocument.class));
  }

  /** Stores a document that JSON is, as a host does. */
  public void put(String collection, String json) {
    collection(collection).insertOne(BsonDocument.parse(json));
  }

  /** The first document that a filter finds, whatever it is like. */
  public BsonDocument one(String collection, String filter) {
    return Objects.requireNonNull(
        collection(collection).find(BsonDocument.parse(filter)).first(), filter);
  }

  /** The name of a second database, which is this test's too, and dropped with the first. */
  public String another() {
    another = true;
    return database().getName() + "_other";
  }

  /** Stores a document as a host does that knows nothing of the protocol. */
  public void host(DocumentRef document, Fields fields) {
    BsonDocument stored = new BsonDocument("_id", Values.encode(document.id()));
    stored.putAll(Values.document(fields));
    collection(document).insertOne(stored);
  }

  /** What a document has stored, beside its id. */
  public Fields fields(DocumentRef document) {
    BsonDocument id = new BsonDocument("_id", Values.encode(document.id()));
    return Values.fields(Objects.requireNonNull(collection(document).find(id).first()))
        .without("_id");
  }

  private MongoCollection<BsonDocument> collection(DocumentRef document) {
    CollectionName name = document.collection();
    return ofHost(
        client
            .get()
            .getDatabase(name.database().orElse(database().getName()))
            .getCollection(name.collection(), BsonDocument.class));
  }

  /** What a host has written, a majority has: the store's reads show nothing else. */
  private static MongoCollection<BsonDocument> ofHost(MongoCollection<BsonDocument> collection) {
    return collection.withWriteConcern(WriteConcern.MAJORITY);
  }

  /** A store in this test's database. */
  public MongoStore store() {
    return store(Servers.QUIET);
  }

  /** The same, by another client. */
  public MongoStore store(MongoClient other) {
    return MongoStore.using(other, database().getName(), Servers.QUIET);
  }

  /** A store in this test's database. */
  public MongoStore store(MongoStoreSettings settings) {
    return MongoStore.using(client.get(), database().getName(), settings);
  }

  /** An empty store, in this test's database: what was there is dropped. */
  public MongoStore emptied(MongoStoreSettings settings) {
    drop(database());
    return store(settings);
  }

  private void drop(MongoDatabase first) {
    first.drop();
    if (another) {
      client.get().getDatabase(another()).drop();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (database != null) {
      drop(database);
      database = null;
      another = false;
    }
  }
}
