package io.twophase.adapter.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import io.twophase.adapter.mongo.adoption.TutorialProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** The documents of a database as they are stored, to be shown to people. Reads only. */
public final class StoredDocuments implements AutoCloseable {

  private final MongoClient client;
  private final MongoDatabase database;

  private StoredDocuments(MongoClient client, String database) {
    this.client = client;
    this.database = client.getDatabase(database);
  }

  /**
   * Connects to the server and the database that {@code uri} names, or {@code twophase}.
   *
   * @throws InvalidStoreUriException if {@code uri} is no MongoDB connection string
   */
  public static StoredDocuments open(String uri) {
    Connection connection = Connection.parse(uri);
    return new StoredDocuments(
        connection.connect(MongoStoreSettings.defaults()), connection.database());
  }

  /** All documents of a collection, by their ids: values of the JDK, maps and lists of them. */
  public List<Map<String, Object>> of(String collection) {
    return database
        .getCollection(collection, Document.class)
        .find()
        .sort(Sorts.ascending("_id"))
        .into(new ArrayList<Map<String, Object>>());
  }

  /** The tutorial's protocol on its collections {@code accounts} and {@code transactions}. */
  public TutorialProtocol tutorial() {
    return TutorialProtocol.using(database, "accounts", "transactions");
  }

  @Override
  public void close() {
    client.close();
  }
}
