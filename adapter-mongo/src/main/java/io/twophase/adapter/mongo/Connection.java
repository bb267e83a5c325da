package io.twophase.adapter.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.ports.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The driver's settings: what the connection string says, and our defaults for the rest. */
final class Connection {

  private static final String DEFAULT_DATABASE = "twophase";
  private static final int MAX_APPLICATION_NAME_BYTES = 128;

  private final ConnectionString uri;

  private Connection(ConnectionString uri) {
    this.uri = uri;
  }

  static Connection parse(String uri) {
    try {
      Connection connection = new Connection(new ConnectionString(uri));
      UriOptions.requireKnown(uri);
      return connection;
    } catch (InvalidStoreUriException unknown) {
      throw unknown;
    } catch (IllegalArgumentException invalid) {
      throw InvalidStoreUriException.of(uri, String.valueOf(invalid.getMessage()));
    } catch (MongoConfigurationException unresolved) {
      throw new StoreUnavailableException(
          "the name server does not know where the store is: " + unresolved.getMessage(),
          unresolved);
    }
  }

  String database() {
    String named = uri.getDatabase();
    return named == null || named.isEmpty() ? DEFAULT_DATABASE : named;
  }

  String hosts() {
    return String.join(",", uri.getHosts());
  }

  /**
   * Returns what is asked of reads and writes.
   *
   * @throws UnsafeStoreException if the URI says too little, and the settings do not allow that
   */
  Concerns concerns(MongoStoreSettings settings) {
    return Concerns.of(uri, settings);
  }

  MongoClient connect(MongoStoreSettings settings) {
    MongoStoreSettings.Timeouts timeouts = settings.timeouts();
    MongoClientSettings.Builder builder = MongoClientSettings.builder().applyConnectionString(uri);
    if (uri.getApplicationName() == null) {
      builder.applicationName(shortened(settings.applicationName()));
    }
    if (uri.getServerSelectionTimeout() == null) {
      builder.applyToClusterSettings(
          cluster ->
              cluster.serverSelectionTimeout(
                  timeouts.serverSelection().toMillis(), TimeUnit.MILLISECONDS));
    }
    if (uri.getConnectTimeout() == null) {
      builder.applyToSocketSettings(
          socket -> socket.connectTimeout(timeouts.connect().toMillis(), TimeUnit.MILLISECONDS));
    }
    if (uri.getSocketTimeout() == null) {
      builder.applyToSocketSettings(
          socket -> socket.readTimeout(timeouts.read().toMillis(), TimeUnit.MILLISECONDS));
    }
    if (uri.getMaxWaitTime() == null) {
      builder.applyToConnectionPoolSettings(
          pool -> pool.maxWaitTime(timeouts.pool().toMillis(), TimeUnit.MILLISECONDS));
    }
    try {
      return MongoClients.create(builder.build());
    } catch (MongoException failed) {
      throw new StoreUnavailableException(
          "MongoDB at " + hosts() + " cannot be reached: " + failed.getMessage(), failed);
    }
  }

  /** As much of a name as the driver takes, in whole characters. */
  static String shortened(String name) {
    String fits = name;
    while (fits.getBytes(StandardCharsets.UTF_8).length > MAX_APPLICATION_NAME_BYTES) {
      fits = fits.substring(0, fits.offsetByCodePoints(fits.length(), -1));
    }
    return fits;
  }
}
