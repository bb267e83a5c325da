package io.twophase.adapter.mongo.driver;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.ReadConcernLevel;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest moment that a majority read of one replica set or sharded cluster has shown: each
 * later read of the store waits until the server shows that moment too. A primary that has just
 * been elected does not know at first which of its writes a majority has, and would show an older
 * state than its predecessor did: a reader of several documents must not put the two states
 * together. By MongoDB's manual, "Causal Consistency and Read and Write Concerns". A server may
 * call itself a member of a replica set and refuse reads that name a moment: its first refusal ends
 * the use of the clock, until the store is opened again. Thread-safe.
 *
 * @param store what the server is called in messages
 * @param latest none before the first read
 */
record ReadClock(
    MongoCluster cluster,
    String store,
    AtomicBoolean isRefused,
    AtomicReference<@Nullable BsonTimestamp> latest) {

  private static final ClientSessionOptions CAUSAL =
      ClientSessionOptions.builder().causallyConsistent(true).build();

  private static final Logger LOG = LoggerFactory.getLogger(ReadClock.class);

  /** A clock that has shown no moment yet. */
  ReadClock(MongoCluster cluster, String store) {
    this(cluster, store, new AtomicBoolean(), new AtomicReference<>());
  }

  /**
   * The documents that match. A read of another concern than majority keeps to no clock: the server
   * would refuse a linearizable read that names a moment.
   */
  List<BsonDocument> read(
      MongoCollection<BsonDocument> from,
      BsonDocument filter,
      UnaryOperator<FindIterable<BsonDocument>> shape) {
    BsonTimestamp since = latest.get();
    if (isRefused.get() || from.getReadConcern().getLevel() != ReadConcernLevel.MAJORITY) {
      return plain(from, filter, shape);
    }
    try (ClientSession session = cluster.startSession(CAUSAL)) {
      session.advanceOperationTime(since);
      List<BsonDocument> found = shape.apply(from.find(session, filter)).into(new ArrayList<>());
      latest.accumulateAndGet(session.getOperationTime(), ReadClock::later);
      return found;
    } catch (MongoException refused) {
      if (since == null || DriverErrors.ofWrite(refused) != DriverErrors.Verdict.REFUSED) {
        throw refused;
      }
      List<BsonDocument> found = plain(from, filter, shape);
      end(refused);
      return found;
    }
  }

  private static List<BsonDocument> plain(
      MongoCollection<BsonDocument> from,
      BsonDocument filter,
      UnaryOperator<FindIterable<BsonDocument>> shape) {
    return shape.apply(from.find(filter)).into(new ArrayList<>());
  }

  /** Ends the use of the clock: the server answers the read that names no moment. */
  private void end(MongoException refusal) {
    if (isRefused.compareAndSet(false, true)) {
      LOG.info(
          "{} refuses reads that wait for a moment (code {}): plain majority reads are used",
          store,
          refusal.getCode());
    }
  }

  private static @Nullable BsonTimestamp later(
      @Nullable BsonTimestamp one, @Nullable BsonTimestamp other) {
    return one == null || (other != null && one.compareTo(other) < 0) ? other : one;
  }
}
