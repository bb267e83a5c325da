package io.twophase.adapter.mongo.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCluster;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether one store's server has MongoDB 8's {@code bulkWrite} command. Its wire version only says
 * that the program knows the command: at an older feature compatibility version, or behind an older
 * router, the command is refused all the same. The first refusal ends its use, for all collections
 * of the store and until the store is opened again; the bulk write of a collection replaces it.
 */
public final class ClientBulkWrites {

  private static final Logger LOG = LoggerFactory.getLogger(ClientBulkWrites.class);

  private final Option<MongoCluster> cluster;
  private final DriverErrors errors;
  private final AtomicBoolean refused = new AtomicBoolean();

  /**
   * Sends the command through {@code cluster}.
   *
   * @param cluster where the commands go; none if the server does not know the command
   */
  public ClientBulkWrites(Option<MongoCluster> cluster, DriverErrors errors) {
    this.cluster = cluster;
    this.errors = errors;
  }

  /**
   * Where to send the next one; none if the server has, or has turned out to have, no such command.
   */
  public Option<MongoCluster> cluster() {
    return refused.get() ? Option.none() : cluster;
  }

  /** Ends the use of the command: the server has refused it, and so done nothing of it. */
  public void end(MongoException refusal) {
    if (refused.compareAndSet(false, true)) {
      LOG.info(
          "{} has no bulkWrite command (code {}): the bulk writes of its collections are used",
          errors.store(),
          refusal.getCode());
    }
  }
}
