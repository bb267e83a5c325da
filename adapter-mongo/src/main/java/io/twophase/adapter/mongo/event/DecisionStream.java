package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.ports.DecisionSignal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signal of a replica set or a sharded cluster: a change stream of the records, of those
 * changes that date a decision. One that says that it has none, or none for this login, is not
 * asked again by the same listener; after any other failure, and where the stream ends, it is
 * opened again, after a second at first and a minute at last. Each listener has a stream and a
 * thread of its own.
 */
final class DecisionStream implements DecisionSignal {

  private static final Logger LOG = LoggerFactory.getLogger(DecisionStream.class);

  /** The time that the server waits for a change before it answers that there was none. */
  private static final Duration SERVER_WAITS = Duration.ofSeconds(1);

  /** A server that does not wait is asked no more often than this. */
  private static final Duration LEAST_BETWEEN = Duration.ofMillis(100);

  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** With these a server says that it has no change streams, or none for this login. */
  private static final Set<Integer> REFUSALS =
      Set.of(
          13, // Unauthorized
          59, // CommandNotFound
          115, // CommandNotSupported
          238, // NotImplemented
          40324, // there is no such stage
          40573); // only on replica sets

  private final MongoCollection<BsonDocument> records;
  private final Duration firstPause;

  /** The stream of the decisions of {@code records}. */
  DecisionStream(MongoCollection<BsonDocument> records, Duration firstPause) {
    Long limit = records.getTimeout(MILLISECONDS);
    boolean isShort = limit != null && limit > 0 && limit <= SERVER_WAITS.toMillis();
    // the driver refuses a wait of the server that is as long as the limit of the client
    this.records =
        (isShort ? records.withTimeout(2 * SERVER_WAITS.toMillis(), MILLISECONDS) : records)
            .withReadConcern(ReadConcern.MAJORITY);
    this.firstPause = firstPause;
  }

  @Override
  public Listening listen(Runnable listener) {
    Watch watch = new Watch(listener);
    watch.thread.start();
    return watch;
  }

  /** Returns what a decision changes; of the change, only its place in the stream is asked for. */
  private static List<BsonDocument> decisions() {
    BsonDocument isThere = exists();
    BsonDocument updated = doc("updateDescription.updatedFields." + Field.DECIDED_AT, isThere);
    BsonDocument inserted = doc("fullDocument." + Field.DECIDED_AT, isThere);
    return List.of(doc("$match", anyOf(updated, inserted)), doc("$project", doc(Field.ID, 1)));
  }

  private final class Watch implements Listening {

    private final Runnable listener;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    Watch(Runnable listener) {
      this.listener = listener;
      this.thread = new Thread(this::run, "twophase-decisions of " + records.getNamespace());
      thread.setDaemon(true);
    }

    private void run() {
      Duration pause = firstPause;
      while (!isClosed()) {
        try (MongoCursor<BsonDocument> stream = open()) {
          // for what was decided before it was open
          ring();
          // a server that closes it, for the collection was dropped, has no cursor any more
          while (!isClosed() && stream.getServerCursor() != null) {
            follow(stream);
            pause = firstPause;
          }
          LOG.debug("the change stream of {} has ended", records.getNamespace());
        } catch (RuntimeException failed) {
          if (failed instanceof MongoException mongo && REFUSALS.contains(mongo.getCode())) {
            LOG.debug("no change stream of {}: {}", records.getNamespace(), failed.getMessage());
            return;
          }
          LOG.debug("the change stream of {} has failed", records.getNamespace(), failed);
        }
        pause(pause);
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
      }
    }

    private MongoCursor<BsonDocument> open() {
      return records
          .watch(decisions())
          .maxAwaitTime(SERVER_WAITS.toMillis(), MILLISECONDS)
          .withDocumentClass(BsonDocument.class)
          .cursor();
    }

    private void follow(MongoCursor<BsonDocument> stream) {
      long asked = System.nanoTime();
      if (stream.tryNext() != null) {
        ring();
      } else if (System.nanoTime() - asked < LEAST_BETWEEN.toNanos()) {
        pause(LEAST_BETWEEN);
      }
    }

    private boolean isClosed() {
      return closed.getCount() == 0;
    }

    private synchronized void ring() {
      if (!isClosed()) {
        listener.run();
      }
    }

    /** Ends early where it is closed, or interrupted, which closes it. */
    private void pause(Duration time) {
      try {
        closed.await(time.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException interrupted) {
        closed.countDown();
      }
    }

    private synchronized void end() {
      closed.countDown();
    }

    /** The thread ends with the server's next answer, in a second at most where it answers. */
    @Override
    public void close() {
      end();
      try {
        thread.join(2 * SERVER_WAITS.toMillis());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
