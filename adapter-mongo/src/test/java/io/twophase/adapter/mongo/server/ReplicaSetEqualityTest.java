package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.bson.BsonDocument;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, on a replica set whose majority lags. */
class ReplicaSetEqualityTest extends ServerEquality {

  @RegisterExtension static final FreshDatabase FRESH = Servers.replicated();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }

  @Override
  protected void awaitMajority() {
    FRESH.collection("awaited").insertOne(new BsonDocument());
  }
}
