package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server, as far as the reads and writes of its collections must know it.
 *
 * <p>Its wire version only says that the program knows MongoDB 8's {@code bulkWrite} command: at an
 * older feature compatibility version, or behind an older router, the command is refused all the
 * same. The first refusal ends its use, for all collections of the store and until the store is
 * opened again; the bulk write of a collection replaces it.
 */
public final class Server {

  /**
   * A server takes so much, by its answer to {@code hello}.
   *
   * @param writes the most writes that one command carries
   * @param messageBytes the most that a message weighs
   * @param wireVersion the highest version of the wire protocol that it speaks
   */
  public record Limits(int writes, int messageBytes, int wireVersion) {

    /** A server that says nothing of itself takes so much. */
    static final Limits LEAST = new Limits(1_000, 16_000_000, 0);

    boolean hasClientBulkWrite() {
      return wireVersion >= WITH_CLIENT_BULK_WRITE;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** To send more at once gains less than the memory costs. */
  private static final int MOST_WRITES = 10_000;

  /** A command has more in it than its documents. */
  private static final int SHARE_OF_A_MESSAGE = 4;

  /** MongoDB 8.0, the first with a bulk write that tells what each of its writes came to. */
  private static final int WITH_CLIENT_BULK_WRITE = 25;

  /** MongoDB 5.0: 4.4 has the operator too, but not all that call themselves so. */
  private static final int WITH_BSON_SIZE = 13;

  private final DriverErrors errors;
  private final Limits limits;
  private final Optional<MongoCluster> cluster;
  private final AtomicBoolean refusesBulkWrites = new AtomicBoolean();
  private final Duration operationLimit;
  private final boolean mayLag;
  private final Optional<ReadClock> clock;

  /**
   * A server.
   *
   * @param errors what its errors mean
   * @param cluster where bulk writes go whose every write is told what it came to; none if the
   *     server does not know the command
   * @param operationLimit how long it may work at a read, or at a write that answers with the
   *     document
   */
  public Server(
      DriverErrors errors, Limits limits, Optional<MongoCluster> cluster, Duration operationLimit) {
    this(errors, limits, cluster, operationLimit, false, Optional.empty());
  }

  private Server(
      DriverErrors errors,
      Limits limits,
      Optional<MongoCluster> cluster,
      Duration operationLimit,
      boolean mayLag,
      Optional<ReadClock> clock) {
    this.errors = errors;
    this.limits = limits;
    this.cluster = cluster;
    this.operationLimit = operationLimit;
    this.mayLag = mayLag;
    this.clock = clock;
  }

  /** A server reached by {@code client}, written to with {@code writeConcern}. */
  public static Server of(
      MongoClient client,
      WriteConcern writeConcern,
      DriverErrors errors,
      Hello hello,
      Duration operationLimit) {
    Limits limits = hello.limits();
    return new Server(
        errors,
        limits,
        (limits.hasClientBulkWrite()
            ? Optional.of(client.withWriteConcern(writeConcern))
            : Optional.empty()),
        operationLimit,
        hello.isReplicated(),
        (hello.isReplicated() && hello.hasSessions()
            ? Optional.of(new ReadClock(client, errors.store()))
            : Optional.empty()));
  }

  /** This server within one of its transactions, whose snapshot does not lag. */
  public Server inTransaction() {
    return new Server(errors, limits, Optional.empty(), operationLimit);
  }

  /** The adapter reads the server's errors by these. */
  public DriverErrors errors() {
    return errors;
  }

  /** Returns how long it may work at a read, or at a write that answers with the document. */
  public Duration operationLimit() {
    return operationLimit;
  }

  /**
   * Returns whether the server may answer a majority read with a state older than a write that it
   * has acknowledged, as after a failover.
   */
  public boolean mayLag() {
    return mayLag;
  }

  /**
   * The documents that match: of a replica set that has sessions, none of them older than an
   * earlier read of it has shown.
   */
  List<BsonDocument> read(
      MongoCollection<BsonDocument> from,
      BsonDocument filter,
      UnaryOperator<FindIterable<BsonDocument>> shape) {
    MongoCollection<BsonDocument> limited = ThreadLimit.on(from);
    UnaryOperator<FindIterable<BsonDocument>> timed =
        find -> shape.apply(find).maxTime(operationLimit.toMillis(), TimeUnit.MILLISECONDS);
    return clock
        .map(known -> known.read(limited, filter, timed))
        .orElseGet(() -> timed.apply(limited.find(filter)).into(new ArrayList<>()));
  }

  /**
   * Returns where to send the next bulk write; none if the server has, or has turned out to have,
   * no such command.
   */
  Optional<MongoCluster> bulkWrites() {
    return refusesBulkWrites.get() ? Optional.empty() : cluster;
  }

  /** Ends the use of the command: the server has refused it, and so done nothing of it. */
  void endBulkWrites(MongoException refusal) {
    if (refusesBulkWrites.compareAndSet(false, true)) {
      LOG.info(
          "{} has no bulkWrite command (code {}): the bulk writes of its collections are used",
          errors.store(),
          refusal.getCode());
    }
  }

  /** Returns whether it compares a document's size in a filter, by the operator $bsonSize. */
  public boolean tellsSizes() {
    return limits.wireVersion >= WITH_BSON_SIZE;
  }

  /**
   * Writes cut into what one command carries; each weighs, in bytes, at most what {@code weight}
   * says.
   */
  public <T> List<List<T>> batches(List<T> elements, ToIntFunction<T> weight) {
    return Calls.batches(
        elements,
        weight,
        Math.min(limits.writes, MOST_WRITES),
        limits.messageBytes / SHARE_OF_A_MESSAGE);
  }
}
