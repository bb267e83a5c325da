package io.twophase.app.scene;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.testing.Scenes.Scene;
import io.twophase.domain.testing.ScenesOf;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Timeout;

/** Scenes of hosts over servers that are cut off, that fail over, and that remove records. */
@Timeout(60)
class FaultyServersTest {

  /** A majority has a write only with the next that waits for it. */
  private static final Replication SLOW = new Replication(1, 1_000_000_000, 0, 0);

  @ScenesOf("clusters.txt")
  void twoServers(Scene scene) {
    try (ClusterSteps steps = new ClusterSteps()) {
      steps.step("open customer:5000 shop:0");
      steps.step("ask create insert east:orders#7 {status:\"UnPaid\"}");
      scene.play(steps::step);
    }
  }

  @ScenesOf("failover.txt")
  void aReplicaSet(Scene scene) {
    try (TransactionServer server = TransactionServer.start(SLOW);
        MongoClient client = MongoClients.create(server.replicaSetUri());
        HostSteps steps = steps(client, Retention.FOR_EVER)) {
      scene.play(
          step ->
              step.startsWith("failover ")
                  ? HostSteps.done(() -> server.failOver(Integer.parseInt(step.substring(9))))
                  : steps.step(step));
    }
  }

  @ScenesOf("expiry.txt")
  void aServerThatRemovesRecords(Scene scene) {
    try (FaultyServer server = FaultyServer.thatKnowsCollMod();
        MongoClient client = server.client("");
        HostSteps steps = steps(client, new Retention(Retention.SHORTEST))) {
      scene.play(
          step ->
              step.equals("expire")
                  ? HostSteps.done(
                      () ->
                          expire(
                              client
                                  .getDatabase("bank")
                                  .getCollection("transactions", BsonDocument.class)))
                  : steps.step(step));
    }
  }

  private static HostSteps steps(MongoClient client, Retention retention) {
    MongoStore store = Servers.bank(client, Servers.QUIET.withRetention(retention));
    return new HostSteps(store, TwoPhase.over(store).build());
  }

  /** The server removes what it does once all periods are over, by the index as it is made. */
  private static void expire(MongoCollection<BsonDocument> records) {
    for (BsonDocument index : records.listIndexes(BsonDocument.class)) {
      if (index.containsKey("expireAfterSeconds")) {
        records.deleteMany(
            index
                .getDocument("partialFilterExpression", new BsonDocument())
                .append("finishedAt", BsonDocument.parse("{$type: 'date'}")));
      }
    }
  }
}
