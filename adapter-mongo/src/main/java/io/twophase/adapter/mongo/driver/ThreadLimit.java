package io.twophase.adapter.mongo.driver;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.ports.CallLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limit of the operations of a thread: by the driver's own limit, which covers the search for a
 * server, the wait for a connection, and the answer. A server is told of it. It is the thread's, so
 * that it holds for whatever clients the operations are of.
 */
public final class ThreadLimit implements CallLimit {

  /** The one that all stores share. */
  public static final ThreadLimit SHARED = new ThreadLimit();

  /** When the time is over, by {@code System.nanoTime}. */
  private static final ThreadLocal<Optional<Long>> END = ThreadLocal.withInitial(Optional::empty);

  private static final TimeUnit MILLIS = TimeUnit.MILLISECONDS;

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

  /** The shorter of what is left and what the client was given, if this thread has a limit. */
  private static Optional<Long> left(Function<TimeUnit, @Nullable Long> client) {
    return left()
        .map(
            left -> {
              Long given = client.apply(MILLIS);
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
        .map(left -> collection.withTimeout(left, MILLIS))
        .orElse(collection);
  }

  /**
   * A database of which the next command takes no longer than this thread may.
   *
   * @throws MongoOperationTimeoutException if no time is left
   */
  public static MongoDatabase on(MongoDatabase database) {
    return left(database::getTimeout)
        .map(left -> database.withTimeout(left, MILLIS))
        .orElse(database);
  }

  /**
   * A cluster of which the next command takes no longer than this thread may.
   *
   * @throws MongoOperationTimeoutException if no time is left
   */
  public static MongoCluster on(MongoCluster cluster) {
    return left(cluster::getTimeout).map(left -> cluster.withTimeout(left, MILLIS)).orElse(cluster);
  }

  /**
   * A session of which the operations together take no longer than this thread may.
   *
   * @throws MongoOperationTimeoutException if no time is left
   */
  public static ClientSessionOptions session() {
    ClientSessionOptions.Builder options = ClientSessionOptions.builder();
    left().ifPresent(left -> options.defaultTimeout(left, TimeUnit.MILLISECONDS));
    return options.build();
  }
}
