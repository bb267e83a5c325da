package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.bson.BsonDocument;

/** The adapter beside the store in memory, on a replica set whose majority lags. */
class ReplicaSetEqualityTest extends ServerEquality {

  ReplicaSetEqualityTest() {
    super(Servers.replicated(), true);
  }

  @Override
  protected void awaitMajority() {
    database.collection("awaited").insertOne(new BsonDocument());
  }
}
