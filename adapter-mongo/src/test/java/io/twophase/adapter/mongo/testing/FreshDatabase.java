package io.twophase.adapter.mongo.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
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
    return database().getCollection(name, BsonDocument.class);
  }

  /** A store in this test's database. */
  public MongoStore store() {
    return MongoStore.using(
        client.get(), database().getName(), MongoStoreSettings.defaults().withProbe(false));
  }

  /** An empty store, in this test's database: what was there is dropped. */
  public MongoStore emptied(MongoStoreSettings settings) {
    database().drop();
    return MongoStore.using(client.get(), database().getName(), settings);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (database != null) {
      database.drop();
      database = null;
    }
  }
}
