package io.twophase.adapter.mongo.server;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * What the collections' reads and writes must know of the server that they are on.
 *
 * @param errors what its errors mean
 * @param limits what it takes
 * @param bulkWrites its bulk writes whose every write is told what it came to, if it has them
 * @param operationLimit how long it may work at a read, or at a write that answers with the
 *     document
 * @param mayLag whether a majority read may be older than an acknowledged write, as after a
 *     failover
 */
public record Server(
    DriverErrors errors,
    ServerLimits limits,
    ClientBulkWrites bulkWrites,
    Duration operationLimit,
    boolean mayLag) {

  /** A server reached by {@code client}, written to with {@code writeConcern}. */
  public static Server of(
      MongoClient client,
      WriteConcern writeConcern,
      DriverErrors errors,
      Hello hello,
      Duration operationLimit) {
    ServerLimits limits = hello.limits();
    return new Server(
        errors,
        limits,
        new ClientBulkWrites(
            Option.when(limits.hasClientBulkWrite(), () -> client.withWriteConcern(writeConcern)),
            errors),
        operationLimit,
        hello.isReplicated());
  }

  /** This server within one of its transactions, whose snapshot does not lag. */
  public Server inTransaction() {
    return new Server(
        errors, limits, new ClientBulkWrites(Option.none(), errors), operationLimit, false);
  }
}
