package io.twophase.adapter.mongo.driver;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.WriteConcern;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.twophase.ports.CallLimit;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server, as far as the reads and writes of its collections must know it.
 *
 * <p>Its wire version only says that the program knows MongoDB 8's {@code bulkWrite} command: at an
 * older feature compatibility version, or behind an older router, the command is refused all the
 * same. The first refusal ends its use, for all collections of the store and until the store is
 * opened again; the bulk write of a collection replaces it.
 *
 * @param errors what its errors mean
 * @param limits what it takes
 * @param cluster where bulk writes go whose every write is told what it came to; none if the server
 *     does not know the command
 * @param operationLimit how long it may work at a read, or at a write that answers with the
 *     document
 * @param mayLag whether the server may answer a majority read with a state older than a write that
 *     it has acknowledged, as after a failover
 * @param clock that reads keep to, if the server has one
 * @param refusesBulkWrites whether it was sent a bulk write, and has no such command
 */
public record Server(
    DriverErrors errors,
    Limits limits,
    Optional<MongoCluster> cluster,
    Duration operationLimit,
    boolean mayLag,
    Optional<ReadClock> clock,
    AtomicBoolean refusesBulkWrites) {

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

  /** A server whose reads do not lag, and keep to no clock. */
  public Server(
      DriverErrors errors, Limits limits, Optional<MongoCluster> cluster, Duration operationLimit) {
    this(errors, limits, cluster, operationLimit, false, Optional.empty(), new AtomicBoolean());
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
            : Optional.empty()),
        new AtomicBoolean());
  }

  /** This server within one of its transactions, whose snapshot does not lag. */
  public Server inTransaction() {
    return new Server(errors, limits, Optional.empty(), operationLimit);
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
        find -> shape.apply(find).maxTime(operationLimit.toMillis(), MILLISECONDS);
    return clock
        .map(known -> known.read(limited, filter, timed))
        .orElseGet(() -> timed.apply(limited.find(filter)).into(new ArrayList<>()));
  }

  /** The options of a write that answers with the document as the write left it. */
  FindOneAndUpdateOptions answeringWithTheDocument() {
    return new FindOneAndUpdateOptions()
        .returnDocument(ReturnDocument.AFTER)
        .maxTime(operationLimit.toMillis(), MILLISECONDS);
  }

  /**
   * Returns where to send the next bulk write; none if the server has, or has turned out to have,
   * no such command.
   */
  Optional<MongoCluster> bulkWrites() {
    return refusesBulkWrites.get() ? Optional.empty() : cluster;
  }

  /** Ends the use of the command: it was refused, and so nothing was done of it. */
  void endBulkWrites(RuntimeException refusal) {
    if (refusesBulkWrites.compareAndSet(false, true)) {
      LOG.info(
          "{} is sent no more bulkWrite commands ({}): the bulk writes of its collections are used",
          errors.store(),
          refusal.getMessage());
    }
  }

  /** Returns whether it compares a document's size in a filter, by the operator $bsonSize. */
  public boolean tellsSizes() {
    return limits.wireVersion >= WITH_BSON_SIZE;
  }

  /**
   * Writes cut into what one command carries; each weighs, in bytes, at most what its weight says.
   */
  public <T> List<List<T>> batches(List<T> elements, List<Integer> weights) {
    return Calls.batches(
        elements,
        weights,
        Math.min(limits.writes, MOST_WRITES),
        limits.messageBytes / SHARE_OF_A_MESSAGE);
  }

  /**
   * The server's clock, as well as it is known here: this process's, moved by an offset that is
   * measured when the store is opened, and once a minute after that. It may be late by what an
   * answer takes, and is not ahead: so a record that is stamped by it is not younger than its next
   * change, which the server stamps, and nothing counts as stuck too early. No decision depends on
   * it.
   */
  public static final class ServerClock {

    private static final Duration MEASURED_FOR = Duration.ofMinutes(1);

    /** The age of an offset that the server has not told: it is asked again ten seconds later. */
    private static final Duration UNTOLD = MEASURED_FOR.minusSeconds(10);

    private final InstantSource client;
    private final Supplier<Optional<Instant>> server;
    private final ReentrantLock measuring = new ReentrantLock();
    private volatile Estimate estimate;

    private record Estimate(Duration offset, Instant measuredAt) {}

    /** Measures at once. */
    public ServerClock(InstantSource client, Supplier<Optional<Instant>> server) {
      this.client = client;
      this.server = server;
      this.estimate = new Estimate(Duration.ZERO, client.instant());
      measure();
    }

    /** The clock of the server of {@code database}, which asks it by {@code hello}. */
    public static ServerClock of(
        MongoDatabase database, DriverErrors errors, InstantSource client) {
      return new ServerClock(client, () -> localTime(database, errors));
    }

    /** The server's time, to the millisecond that a stored date has. */
    public Instant now() {
      Instant here = client.instant();
      Instant measuredAt = estimate.measuredAt();
      boolean stale = here.isBefore(measuredAt) || !here.isBefore(measuredAt.plus(MEASURED_FOR));
      if (stale && measuring.tryLock()) {
        try {
          measure();
        } finally {
          measuring.unlock();
        }
      }
      return client.instant().plus(estimate.offset()).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns how long ago {@code instant} was; zero if it is yet to come. */
    public Duration since(Instant instant) {
      Duration since = Duration.between(instant, now());
      return since.isNegative() ? Duration.ZERO : since;
    }

    private void measure() {
      Optional<Instant> there = server.get();
      // the server told its time before it was heard here
      Instant answered = client.instant();
      Duration offset =
          there.map(time -> Duration.between(answered, time)).orElse(estimate.offset());
      estimate = new Estimate(offset, there.isEmpty() ? answered.minus(UNTOLD) : answered);
    }

    private static Optional<Instant> localTime(MongoDatabase database, DriverErrors errors) {
      try {
        return Hello.ask(database, errors).localTime();
      } catch (StoreException unknown) {
        return Optional.empty();
      }
    }
  }

  /**
   * The limit of the operations of a thread: by the driver's own limit, which covers the search for
   * a server, the wait for a connection, and the answer. A server is told of it. It is the
   * thread's, so that it holds for whatever clients the operations are of.
   */
  public static final class ThreadLimit implements CallLimit {

    /** The one that all stores share. */
    public static final ThreadLimit SHARED = new ThreadLimit();

    /** When the time is over, by {@code System.nanoTime}. */
    private static final ThreadLocal<Optional<Long>> END = ThreadLocal.withInitial(Optional::empty);

    private ThreadLimit() {}

    @Override
    public <T> T within(Duration most, Supplier<T> calls) {
      Optional<Long> outer = END.get();
      long now = System.nanoTime();
      long time = TimeUnit.NANOSECONDS.convert(most);
      END.set(Optional.of(now + outer.map(end -> Math.min(end - now, time)).orElse(time)));
      try {
        return calls.get();
      } finally {
        if (outer.isPresent()) {
          END.set(outer);
        } else {
          END.remove();
        }
      }
    }

    /**
     * Returns how many milliseconds are left to this thread, if it has a limit: one at least, since
     * none is no limit to the driver.
     *
     * @throws MongoOperationTimeoutException if no time is left
     */
    private static Optional<Long> left() {
      Optional<Long> nanos = END.get().map(end -> end - System.nanoTime());
      if (nanos.filter(left -> left <= 0).isPresent()) {
        throw new MongoOperationTimeoutException("no time is left for another command");
      }
      return nanos.map(left -> Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
    }

    /**
     * Returns how many milliseconds this thread may wait for something that takes {@code most}, of
     * which zero is no limit.
     *
     * @throws MongoOperationTimeoutException if no time is left
     */
    public static long millis(Duration most) {
      return left(unit -> most.toMillis()).orElse(most.isZero() ? Long.MAX_VALUE : most.toMillis());
    }

    /** The shorter of what is left and what the client was given, if this thread has a limit. */
    private static Optional<Long> left(Function<TimeUnit, @Nullable Long> client) {
      return left()
          .map(
              left -> {
                Long given = client.apply(MILLISECONDS);
                return given == null || given == 0 ? left : Math.min(left, given);
              });
    }

    /**
     * A collection of which the next operation takes no longer than this thread may.
     *
     * @throws MongoOperationTimeoutException if no time is left
     */
    public static <T> MongoCollection<T> on(MongoCollection<T> collection) {
      return left(collection::getTimeout)
          .map(left -> collection.withTimeout(left, MILLISECONDS))
          .orElse(collection);
    }

    /**
     * A database of which the next command takes no longer than this thread may.
     *
     * @throws MongoOperationTimeoutException if no time is left
     */
    public static MongoDatabase on(MongoDatabase database) {
      return left(database::getTimeout)
          .map(left -> database.withTimeout(left, MILLISECONDS))
          .orElse(database);
    }

    /**
     * A cluster of which the next command takes no longer than this thread may.
     *
     * @throws MongoOperationTimeoutException if no time is left
     */
    public static MongoCluster on(MongoCluster cluster) {
      return left(cluster::getTimeout)
          .map(left -> cluster.withTimeout(left, MILLISECONDS))
          .orElse(cluster);
    }

    /**
     * A session of which the operations together take no longer than this thread may.
     *
     * @throws MongoOperationTimeoutException if no time is left
     */
    public static ClientSessionOptions session() {
      ClientSessionOptions.Builder options = ClientSessionOptions.builder();
      left().ifPresent(left -> options.defaultTimeout(left, MILLISECONDS));
      return options.build();
    }
  }
}
