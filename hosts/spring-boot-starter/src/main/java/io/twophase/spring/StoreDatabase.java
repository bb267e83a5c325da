package io.twophase.spring;

import com.mongodb.MongoNamespace;
import io.twophase.spring.failure.WiringException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.boot.mongodb.autoconfigure.MongoProperties;
import org.springframework.boot.mongodb.autoconfigure.PropertiesMongoConnectionDetails;

/**
 * The database of the store: what the host names, and never one that nobody has named. An
 * application that forgets to name its own would else keep its money in the driver's {@code test}.
 */
final class StoreDatabase {

  /** The server's own. */
  private static final Set<String> RESERVED = Set.of("admin", "config", "local");

  private StoreDatabase() {}

  /**
   * Its name.
   *
   * @param asked by Twophase's own property, if at all
   * @param mongo the host's properties of its client, if it has them
   * @param connection where the host's client connects to, if that is known
   * @throws WiringException if nobody names one, or it can be no database of a host
   */
  static String name(
      @Nullable String asked,
      @Nullable MongoProperties mongo,
      @Nullable MongoConnectionDetails connection) {
    String name = asked != null ? asked : ofClient(mongo, connection);
    if (name == null) {
      throw WiringException.noDatabase();
    }
    if (RESERVED.contains(name)) {
      throw WiringException.badDatabase(name, "it is the server's own");
    }
    try {
      MongoNamespace.checkDatabaseNameValidity(name);
    } catch (IllegalArgumentException invalid) {
      throw WiringException.badDatabase(name, "there can be none of that name");
    }
    return name;
  }

  private static @Nullable String ofClient(
      @Nullable MongoProperties mongo, @Nullable MongoConnectionDetails connection) {
    if (mongo != null && mongo.getDatabase() != null) {
      return mongo.getDatabase();
    }
    boolean namesDefault =
        connection instanceof PropertiesMongoConnectionDetails
            && (mongo == null || mongo.getUri() == null);
    return connection == null || namesDefault
        ? null
        : connection.getConnectionString().getDatabase();
  }
}
