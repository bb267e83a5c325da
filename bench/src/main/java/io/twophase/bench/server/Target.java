package io.twophase.bench.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.event.CommandListener;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The server that is measured.
 *
 * @param uri where it is
 */
public record Target(ConnectionString uri) {

  /** Server selection that fails while somebody still watches. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * The server that {@code uri} names.
   *
   * @throws IllegalArgumentException if it is no connection string
   */
  public static Target of(String uri) {
    return new Target(new ConnectionString(uri));
  }

  /** Whether it is one address, so that a proxy can stand in front of it. */
  public boolean isOneAddress() {
    return !uri.isSrvProtocol() && uri.getHosts().size() == 1;
  }

  /** A client with nothing in between. */
  public MongoClient connect() {
    return connect(List.of());
  }

  /** A client with nothing in between, that is listened to. */
  public MongoClient connect(List<CommandListener> listeners) {
    return MongoClients.create(settings().commandListenerList(listeners).build());
  }

  /** A client that is listened to, by way of {@code proxy}. */
  public MongoClient connect(List<CommandListener> listeners, LatencyProxy proxy) {
    ServerAddress address = new ServerAddress("127.0.0.1", proxy.port());
    return MongoClients.create(
        settings()
            .commandListenerList(listeners)
            .applyToClusterSettings(
                cluster -> cluster.hosts(List.of(address)).mode(ClusterConnectionMode.SINGLE))
            .build());
  }

  /** A proxy in front of it. */
  public LatencyProxy delayed(Duration latency) {
    ServerAddress address = new ServerAddress(uri.getHosts().get(0));
    return LatencyProxy.start(new InetSocketAddress(address.getHost(), address.getPort()), latency);
  }

  private MongoClientSettings.Builder settings() {
    return MongoClientSettings.builder()
        .applicationName("twophase-bench")
        .applyConnectionString(uri)
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
  }
}
