package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import java.util.function.ToIntFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * What a server says of itself in its answer to {@code hello}.
 *
 * @param writes the most writes that one command carries
 * @param messageBytes the most that a message weighs
 * @param wireVersion the highest version of the wire protocol that it speaks
 */
public record ServerLimits(int writes, int messageBytes, int wireVersion) {

  /** What every server takes that says nothing. */
  static final ServerLimits LEAST = new ServerLimits(1_000, 16_000_000, 0);

  /** What is gained by sending more at once is not worth the memory. */
  private static final int MOST_WRITES = 10_000;

  /** A command has more in it than its documents. */
  private static final int SHARE_OF_A_MESSAGE = 4;

  /** MongoDB 8.0, the first with a bulk write that tells what each of its writes came to. */
  private static final int WITH_CLIENT_BULK_WRITE = 25;

  /**
   * Asks a server.
   *
   * @throws io.twophase.ports.StoreUnavailableException if it cannot be reached
   */
  public static ServerLimits ask(MongoDatabase database, DriverErrors errors) {
    try {
      return of(said(database, "hello"));
    } catch (MongoCommandException refused) {
      if (refused.getErrorCode() != DriverErrors.COMMAND_NOT_FOUND) {
        throw errors.ofRead("answer a hello", refused);
      }
      return askedAsBefore(database, errors);
    } catch (MongoException failed) {
      throw errors.ofRead("answer a hello", failed);
    }
  }

  /** By the name that the command had before MongoDB 4.4. */
  private static ServerLimits askedAsBefore(MongoDatabase database, DriverErrors errors) {
    try {
      return of(said(database, "isMaster"));
    } catch (MongoException failed) {
      throw errors.ofRead("answer an isMaster", failed);
    }
  }

  private static BsonDocument said(MongoDatabase database, String command) {
    return database.runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
  }

  static ServerLimits of(BsonDocument hello) {
    return new ServerLimits(
        number(hello, "maxWriteBatchSize", LEAST.writes()),
        number(hello, "maxMessageSizeBytes", LEAST.messageBytes()),
        number(hello, "maxWireVersion", LEAST.wireVersion()));
  }

  private static int number(BsonDocument hello, String field, int otherwise) {
    BsonValue value = hello.get(field);
    return value != null && value.isNumber() && value.asNumber().intValue() > 0
        ? value.asNumber().intValue()
        : otherwise;
  }

  /**
   * Writes cut into what one command carries; each weighs, in bytes, at most what {@code weight}
   * says.
   */
  public <T> List<List<T>> batches(List<T> elements, ToIntFunction<T> weight) {
    return Batches.of(
        elements, weight, Math.min(writes, MOST_WRITES), messageBytes / SHARE_OF_A_MESSAGE);
  }

  /** Whether it has the bulk write that tells what each of its writes came to. */
  public boolean hasClientBulkWrite() {
    return wireVersion >= WITH_CLIENT_BULK_WRITE;
  }
}
