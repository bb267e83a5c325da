package io.twophase.adapter.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.domain.document.CollectionName;
import java.util.function.Function;
import org.bson.BsonDocument;

/** Finds the collections of one client whose documents take part in transactions. */
final class ParticipantCollections
    implements Function<CollectionName, MongoCollection<BsonDocument>> {

  private final MongoClient client;
  private final MongoDatabase own;
  private final Concerns concerns;

  /**
   * @param own the database of collections that name none
   */
  ParticipantCollections(MongoClient client, MongoDatabase own, Concerns concerns) {
    this.client = client;
    this.own = own;
    this.concerns = concerns;
  }

  /**
   * The collection, with the store's concerns.
   *
   * @throws IllegalArgumentException if it is on another cluster: this store has one client
   */
  @Override
  public MongoCollection<BsonDocument> apply(CollectionName name) {
    name.cluster()
        .forEach(
            cluster -> {
              throw new IllegalArgumentException(
                  "collection " + name + ": this store knows no cluster " + cluster);
            });
    MongoDatabase database =
        name.database().map(other -> concerns.of(client.getDatabase(other))).getOrElse(own);
    return database.getCollection(name.collection(), BsonDocument.class);
  }
}
