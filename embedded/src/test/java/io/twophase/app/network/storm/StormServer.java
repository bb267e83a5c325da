package io.twophase.app.network.storm;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.ports.Store;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A database of its own on a server that is one process and asks for no login; every other document
 * of a kind may be on a second such server.
 *
 * @param servers where they listen
 * @param database the name of the database
 * @param transactions whether its own transactions are used
 * @param faults what goes wrong on the server by itself
 */
public record StormServer(
    List<InetSocketAddress> servers, String database, boolean transactions, Faults faults) {

  /** Faults of a server, which are there between the one call and the other. */
  public interface Faults {
    void begin();

    void end();

    /** So many requests are about to be asked. */
    default void asked(int requests) {}

    /** The road to the server of a number. */
    default Route before(int server, Route road) {
      return road;
    }

    /** Whether a read may be of a moment before its call. */
    default boolean makeReadsLag() {
      return false;
    }
  }

  private static final Faults NONE =
      new Faults() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
      };

  /** How long an answer is waited for through a bad network. */
  static final int TIME_OUT_MILLIS = 250;

  private static final String EAST = "east";

  private static final int LONG_MILLIS = 30_000;

  /** How long a server is looked for through a bad network. */
  private static final int LOST_MILLIS = 2_000;

  /** The least that the driver waits before it tries a server again that it has lost. */
  private static final int RETRY_MILLIS = 20;

  /** A fresh database on the servers of URIs. */
  public static StormServer on(String... uris) {
    return new StormServer(
        Stream.of(uris).map(StormServer::address).toList(),
        "network_" + UUID.randomUUID().toString().substring(0, 13),
        false,
        NONE);
  }

  private static InetSocketAddress address(String uri) {
    String host = new ConnectionString(uri).getHosts().get(0);
    com.mongodb.ServerAddress address = new com.mongodb.ServerAddress(host);
    return new InetSocketAddress(address.getHost(), address.getPort());
  }

  /** The servers that the documents are on. */
  DocumentPlaces places() {
    return servers.size() == 1 ? DocumentPlaces.atHome() : DocumentPlaces.everyOtherOn(EAST);
  }

  /** This one, whose servers' own transactions are used. */
  public StormServer withTransactions() {
    return new StormServer(servers, database, true, faults);
  }

  /** The same, with faults of its own. */
  public StormServer withFaults(Faults given) {
    return new StormServer(servers, database, transactions, given);
  }

  /** Clients that go straight to the servers. */
  List<MongoClient> direct() {
    return servers.stream()
        .map(server -> "mongodb://" + server.getHostString() + ":" + server.getPort())
        .map(MongoClients::create)
        .toList();
  }

  /** A client that goes through a proxy, and waits for nothing long. */
  static MongoClient impatient(String proxy) {
    return client(proxy, LOST_MILLIS, TIME_OUT_MILLIS);
  }

  /**
   * A client that goes through a proxy that cuts connections, and at which nothing is late: it
   * waits long for an answer, which a busy machine may take long to give.
   */
  public static MongoClient ofCuts(String proxy) {
    return client(proxy, LONG_MILLIS, LONG_MILLIS);
  }

  /** One that looks again at once for a server that it has lost. */
  private static MongoClient client(String proxy, int lostMillis, int answerMillis) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(proxy + "/?directConnection=true"))
            .applyToClusterSettings(
                cluster -> cluster.serverSelectionTimeout(lostMillis, TimeUnit.MILLISECONDS))
            .applyToServerSettings(
                server -> server.minHeartbeatFrequency(RETRY_MILLIS, TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(lostMillis / 2, TimeUnit.MILLISECONDS)
                        .readTimeout(answerMillis, TimeUnit.MILLISECONDS))
            .build());
  }

  /** Nothing is left on a server, whose database has its own name if it is the second one. */
  void drop(MongoClient client) {
    List.of(database, database + "_east").forEach(name -> client.getDatabase(name).drop());
  }

  /** A store in the database, by clients of either sort. */
  Store store(List<MongoClient> clients) {
    MongoStoreSettings settings =
        MongoStoreSettings.defaults().withProbe(false).withServerTransactions(transactions);
    if (clients.size() == 1) {
      return MongoStore.using(clients.get(0), database, settings);
    }
    ParticipantCluster east =
        ParticipantCluster.using(EAST, clients.get(1), database + "_east", settings);
    return MongoStore.using(clients.get(0), database, settings.withClusterName("west"))
        .withClusters(Map.of(EAST, east));
  }
}
