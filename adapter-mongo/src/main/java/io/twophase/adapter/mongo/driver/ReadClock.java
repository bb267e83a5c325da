package io.twophase.adapter.mongo.driver;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ReadConcernLevel;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The latest moment that a majority read of one replica set or sharded cluster has shown: each
 * later read of the store waits until the server shows that moment too. A primary that has just
 * been elected does not know at first which of its writes a majority has, and would show an older
 * state than its predecessor did: a reader of several documents must not put the two states
 * together. By MongoDB's manual, "Causal Consistency and Read and Write Concerns". Thread-safe.
 */
final class ReadClock {

  private static final ClientSessionOptions CAUSAL =
      ClientSessionOptions.builder().causallyConsistent(true).build();

  private final MongoCluster cluster;
  private final AtomicReference<@Nullable BsonTimestamp> latest = new AtomicReference<>();

  ReadClock(MongoCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The documents that match. A read of another concern than majority keeps to no clock: the server
   * would refuse a linearizable read that names a moment.
   */
  List<BsonDocument> read(
      MongoCollection<BsonDocument> from,
      BsonDocument filter,
      UnaryOperator<FindIterable<BsonDocument>> shape) {
    if (from.getReadConcern().getLevel() != ReadConcernLevel.MAJORITY) {
      return shape.apply(from.find(filter)).into(new ArrayList<>());
    }
    try (ClientSession session = cluster.startSession(CAUSAL)) {
      session.advanceOperationTime(latest.get());
      List<BsonDocument> found = shape.apply(from.find(session, filter)).into(new ArrayList<>());
      latest.accumulateAndGet(session.getOperationTime(), ReadClock::later);
      return found;
    }
  }

  private static @Nullable BsonTimestamp later(
      @Nullable BsonTimestamp one, @Nullable BsonTimestamp other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) < 0 ? other : one;
  }
}
