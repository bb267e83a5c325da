package io.twophase.adapter.mongo.probe;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.Inspector;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.adapter.mongo.setup.Probe.ProbeMark;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a server run one small transfer's every write on scratch documents, by the adapter's own
 * repositories and so by the very updates that the protocol sends; and compares what is there after
 * each with what the domain says. A server that lacks one of the operators would decide transfers
 * that it can never settle; one that ignores one would lose or make money.
 *
 * <p>A server that passes is marked in the scratch collection, by its build and by {@link
 * #VERSION}; while both are the same, the probe is not repeated.
 */
public final class TransferProbe {

  /** To be raised with every change of what the protocol sends: servers are then probed again. */
  static final int VERSION = 10;

  /** The number of attempts before a server that does not say what it did is refused for that. */
  private static final int ATTEMPTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(TransferProbe.class);

  private TransferProbe() {}

  /**
   * Runs it where the server has not passed it yet. It leaves nothing but the mark, unless the
   * process is killed on the way.
   *
   * @throws StoreException if the server refuses a step, or does something else: in one line, which
   *     step and what it did
   * @throws StoreUnavailableException if the server cannot be reached, or its answers are lost each
   *     time: that tells nothing of its operators
   */
  public static void run(MongoDatabase database, Server server, Inspector inspector) {
    MongoCollection<BsonDocument> scratch =
        database.getCollection(Probe.COLLECTION, BsonDocument.class);
    try {
      ProbeMark mark = ProbeMark.of(database, scratch, "passed", VERSION);
      if (!mark.isSet()) {
        probe(database, scratch, server, inspector, ATTEMPTS);
        mark.set();
      }
    } catch (MongoException failed) {
      throw server
          .errors()
          .ofRead(
              "run a transfer on scratch documents in "
                  + scratch.getNamespace()
                  + " (the probe at start, which a setting leaves out)",
              failed);
    }
  }

  /**
   * An answer that is lost tells nothing of the server's operators, nor does a read that a failover
   * has made older than the write before it: the probe begins again.
   */
  private static void probe(
      MongoDatabase database,
      MongoCollection<BsonDocument> scratch,
      Server server,
      Inspector inspector,
      int attempts) {
    ProbeScript script =
        new ProbeScript(database, scratch, server, inspector, new ObjectId().toHexString());
    try {
      script.takeAll();
    } catch (StoreException failed) {
      boolean isLost = failed instanceof Comparison.LostAnswerException;
      if (attempts == 1 || !(isLost || server.mayLag())) {
        throw failed;
      }
      LOG.info("{}; the probe begins again", failed.getMessage());
      probe(database, scratch, server, inspector, attempts - 1);
    } finally {
      try {
        scratch.bulkWrite(script.removal());
      } catch (MongoException failed) {
        LOG.info(
            "{} keeps scratch documents of the probe: {}",
            server.errors().store(),
            failed.toString());
      }
    }
  }
}
