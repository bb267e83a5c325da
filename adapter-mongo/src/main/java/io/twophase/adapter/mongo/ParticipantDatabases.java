package io.twophase.adapter.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.twophase.domain.document.CollectionName;
import java.util.function.Function;

/** Finds the databases of one client whose documents take part in transactions. */
final class ParticipantDatabases implements Function<CollectionName, MongoDatabase> {

  private final MongoClient client;
  private final MongoDatabase own;
  private final Concerns concerns;

  /**
   * @param own the database of collections that name none
   */
  ParticipantDatabases(MongoClient client, MongoDatabase own, Concerns concerns) {
    this.client = client;
    this.own = own;
    this.concerns = concerns;
  }

  /** The collection's database, with the store's concerns, whatever its cluster is called. */
  @Override
  public MongoDatabase apply(CollectionName name) {
    return name.database().map(other -> concerns.of(client.getDatabase(other))).getOrElse(own);
  }
}
