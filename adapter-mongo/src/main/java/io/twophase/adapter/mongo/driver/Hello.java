package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * A server's answer to the command {@code hello}: what it says of itself.
 *
 * @param answer the answer as it came
 */
public record Hello(BsonDocument answer) {

  private static final String HELLO = "hello";

  /** The name that the command had before MongoDB 4.4. */
  private static final String IS_MASTER = "isMaster";

  private static final String MAX_WRITE_BATCH_SIZE = "maxWriteBatchSize";
  private static final String MAX_MESSAGE_SIZE_BYTES = "maxMessageSizeBytes";
  private static final String MAX_WIRE_VERSION = "maxWireVersion";
  private static final String LOCAL_TIME = "localTime";

  /**
   * Asks a server.
   *
   * @throws StoreUnavailableException if it cannot be reached
   * @throws StoreException if it answers with an error
   */
  public static Hello ask(MongoDatabase database, DriverErrors errors) {
    return ask(database, HELLO, errors);
  }

  private static Hello ask(MongoDatabase database, String command, DriverErrors errors) {
    try {
      return new Hello(ThreadLimit.on(database).runCommand(doc(command, 1), BsonDocument.class));
    } catch (MongoException | IllegalStateException failed) {
      if (command.equals(HELLO)
          && DriverErrors.of(failed).getCode() == DriverErrors.COMMAND_NOT_FOUND) {
        return ask(database, IS_MASTER, errors);
      }
      throw errors.ofRead("answer to " + command, failed);
    }
  }

  /** Returns what it takes; of what it does not say, what every server takes. */
  public Server.Limits limits() {
    return new Server.Limits(
        number(MAX_WRITE_BATCH_SIZE, Server.Limits.LEAST.writes()),
        number(MAX_MESSAGE_SIZE_BYTES, Server.Limits.LEAST.messageBytes()),
        number(MAX_WIRE_VERSION, Server.Limits.LEAST.wireVersion()));
  }

  /** Returns whether it routes to the shards of a cluster. */
  public boolean isRouter() {
    return answer.getString("msg", new BsonString("")).getValue().equals("isdbgrid");
  }

  /** Returns whether it is a member of a replica set. */
  public boolean isReplicaSetMember() {
    return answer.containsKey("setName");
  }

  /** Returns whether it takes no writes, and may be behind the member that does. */
  public boolean isSecondary() {
    return BsonBoolean.TRUE.equals(answer.get("secondary"));
  }

  /**
   * Returns whether several members have what it has: another may become primary, and there may be
   * change streams, which are read from a replica set's log.
   */
  public boolean isReplicated() {
    return isReplicaSetMember() || isRouter();
  }

  /** Returns whether it has sessions. */
  public boolean hasSessions() {
    return answer.isNumber("logicalSessionTimeoutMinutes");
  }

  private int number(String field, int otherwise) {
    return Docs.number(answer, field)
        .map(Long::intValue)
        .filter(most -> most > 0)
        .orElse(otherwise);
  }

  /** Its clock's time as it answered, if it tells it. */
  public Optional<Instant> localTime() {
    return answer.isDateTime(LOCAL_TIME)
        ? Optional.of(Instant.ofEpochMilli(answer.getDateTime(LOCAL_TIME).getValue()))
        : Optional.empty();
  }

  /**
   * Asks the server for its version, such as {@code version 8.0.4, replica set rs0}.
   *
   * @throws StoreException if it does not answer
   */
  public String version(MongoDatabase database, DriverErrors errors) {
    BsonDocument build =
        errors.call(
            "say its version",
            () -> ThreadLimit.on(database).runCommand(doc("buildInfo", 1), BsonDocument.class));
    return "version " + build.getString("version", new BsonString("unknown")).getValue() + kind();
  }

  private String kind() {
    if (isReplicaSetMember()) {
      return ", replica set " + answer.getString("setName").getValue();
    }
    return isRouter() ? ", sharded cluster" : ", standalone";
  }
}
