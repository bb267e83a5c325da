package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries out whether an update of one document checks its guard and makes its change in one step
 * that nothing comes between. Two such updates race, on two connections, again and again, on a
 * document of this probe's own; exactly one of each two must match, and the document must show each
 * match once.
 *
 * <p>It can only find a fault, never prove that there is none: on a cluster, it is of one shard.
 */
public final class Probe {

  /**
   * The scratch collection. Nothing is left in it but the mark of a server that has passed, and
   * what a killed process had.
   */
  public static final String COLLECTION = "twophase_probe";

  private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

  /** The number of documents that are tried until races could be judged. */
  private static final int DOCUMENTS = 8;

  /** No other document is tried after this time: each write may wait for its majority so long. */
  private static final Duration NO_OTHER_AFTER = Duration.ofSeconds(20);

  private static final int RACES = 25;
  private static final Duration NO_NEW_RACE_AFTER = Duration.ofMillis(150);
  private static final String TURN = "turn";
  private static final String MATCHED = "matched";
  private static final String MARKS = "marks";

  private static final BsonInt64 ZERO = int64(0);
  private static final BsonArray NONE = new BsonArray();

  private final MongoCollection<BsonDocument> scratch;
  private final BsonDocument id = doc(Field.ID, new BsonObjectId(new ObjectId()));
  private long races;

  private Probe(MongoCollection<BsonDocument> scratch) {
    this.scratch = scratch;
  }

  /**
   * Takes up to 150 milliseconds and one race more, and at least one race whose writes a majority
   * had. If a majority is late in every race of eight documents or of 20 seconds, then the probe
   * says nothing against the server, and logs that.
   *
   * @throws StoreException if updates are not atomic, or the server does not permit the probe
   * @throws StoreUnavailableException if the server cannot be reached
   */
  public static void run(MongoDatabase database, DriverErrors errors) {
    MongoCollection<BsonDocument> scratch = database.getCollection(COLLECTION, BsonDocument.class);
    ExecutorService racers = Executors.newFixedThreadPool(2, Probe::daemon);
    try {
      String fault = fault(scratch, racers);
      if (!fault.isEmpty()) {
        throw new StoreException(errors.store() + " " + fault);
      }
    } catch (MongoException failed) {
      throw errors.ofRead(
          "let two updates race in "
              + scratch.getNamespace()
              + " (the probe at start, which a setting leaves out)",
          failed);
    } finally {
      racers.shutdownNow();
    }
  }

  /**
   * Tries documents until one shows a fault, or the time is over. A failover may undo a write that
   * no majority had in time. Such a write ends the races on its document, and its race is not
   * judged.
   */
  private static String fault(MongoCollection<BsonDocument> scratch, ExecutorService racers) {
    long start = System.nanoTime();
    long judged = 0;
    for (int left = DOCUMENTS;
        left > 0 && isWithin(judged == 0 ? NO_OTHER_AFTER : NO_NEW_RACE_AFTER, start);
        left--) {
      Probe probe = new Probe(scratch);
      try {
        return probe.race(racers, start);
      } catch (MongoWriteConcernException late) {
        judged += probe.races;
        LOG.info("no majority had a write of the probe in time; {} races are judged", judged);
      }
    }
    return "";
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "twophase-probe");
    thread.setDaemon(true);
    return thread;
  }

  private String race(ExecutorService racers, long start) {
    try {
      scratch.insertOne(id.clone().append(TURN, ZERO));
      while (races < RACES && (races == 0 || isWithin(NO_NEW_RACE_AFTER, start))) {
        long matched = raceOnce(racers);
        if (matched != 1) {
          return ("makes no atomic compare-and-set: %s of two racing updates of one document"
                  + " matched, in race %s")
              .formatted(matched == 0 ? "neither" : "both", races + 1);
        }
        races++;
      }
      return lost();
    } finally {
      // no fault is forgotten because a majority is late to remove its document
      scratch.withWriteConcern(scratch.getWriteConcern().withW(1)).deleteOne(id);
    }
  }

  private static boolean isWithin(Duration time, long start) {
    return System.nanoTime() - start < time.toNanos();
  }

  private long raceOnce(ExecutorService racers) {
    CyclicBarrier start = new CyclicBarrier(2);
    Callable<Long> racer =
        () -> {
          start.await();
          return update(races);
        };
    long matched = 0;
    try {
      for (Future<Long> racing : racers.invokeAll(Collections.nCopies(2, racer))) {
        matched += racing.get();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted while two updates raced", stopped);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof MongoException cause) {
        throw cause;
      }
      throw new StoreException("two updates could not race", failed);
    }
    return matched;
  }

  /**
   * Makes an update of the kinds that the protocol makes (a guard, a sum, an element more), and
   * returns how many documents matched.
   */
  private long update(long turn) {
    BsonDocument guard = id.clone().append(TURN, int64(turn));
    BsonDocument change =
        doc("$set", doc(TURN, int64(turn + 1)))
            .append("$inc", doc(MATCHED, 1L))
            .append("$push", doc(MARKS, int64(turn)));
    return scratch.updateOne(guard, change).getMatchedCount();
  }

  private String lost() {
    // a new primary has what was acknowledged, and knows only later that a majority has it
    BsonDocument left = scratch.withReadConcern(ReadConcern.LOCAL).find(id).first();
    boolean whole =
        left != null
            && left.getNumber(MATCHED, ZERO).longValue() == races
            && left.getArray(MARKS, NONE).size() == races;
    return whole
        ? ""
        : "loses updates: of a document that " + races + " updates had matched there is " + left;
  }

  /**
   * The mark that a server leaves in the scratch collection when it has passed a probe: which
   * probe, and which build of which server. While both are the same, the probe is not repeated. A
   * server that does not tell its build is probed at every opening.
   */
  public record ProbeMark(
      MongoCollection<BsonDocument> scratch, BsonDocument id, Optional<BsonDocument> mark) {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeMark.class);

    /** The fields of an answer that are about this one answer, and not about the build. */
    private static final List<String> OF_THE_ANSWER =
        List.of("ok", "$clusterTime", "operationTime", "electionId", "lastCommittedOpTime");

    /**
     * The mark that the server of {@code database} has, or is to have.
     *
     * @param name of the mark
     * @param probe to be raised with every change of the probe
     */
    public static ProbeMark of(
        MongoDatabase database, MongoCollection<BsonDocument> scratch, String name, int probe) {
      return new ProbeMark(
          scratch,
          doc(Field.ID, name),
          build(database)
              .<BsonDocument>map(build -> doc(Field.ID, name, "probe", probe, "server", build)));
    }

    private static Optional<String> build(MongoDatabase database) {
      try {
        BsonDocument answer = database.runCommand(doc("buildInfo", 1), BsonDocument.class);
        OF_THE_ANSWER.forEach(answer::remove);
        return Optional.of(answer.toJson());
      } catch (MongoException untold) {
        LOG.debug("the server does not tell its build", untold);
        return Optional.empty();
      }
    }

    /** Returns whether it is there, as it is to be. */
    public boolean isSet() {
      return mark.isPresent() && mark.orElseThrow().equals(scratch.find(id).first());
    }

    /** Leaves the mark, if that can be done: without it, the next opening probes again. */
    public void set() {
      mark.ifPresent(
          passed -> {
            try {
              scratch.replaceOne(id, passed, new ReplaceOptions().upsert(true));
            } catch (MongoException failed) {
              LOG.info("the probe's mark was not stored: {}", failed.toString());
            }
          });
    }
  }
}
