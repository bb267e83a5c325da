package io.twophase.app.testing;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.bench.ServerProcess;
import io.twophase.app.embedded.EmbeddedServer;
import io.twophase.app.network.BadNetwork;
import io.twophase.domain.account.HoldLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The servers that whatever speaks to one is tested on; each is started when first asked for. */
public enum TestedServer {
  /** A stock mongo-java-server in this process. */
  JAVA_SERVER {
    @Override
    String start() {
      MongoServer server = new MongoServer(new MemoryBackend());
      String uri = server.bindAndGetConnectionString();
      atTheEnd(server::shutdownNow);
      return uri;
    }
  },

  /** The embedded server in this process. */
  EMBEDDED {
    @Override
    String start() {
      EmbeddedServer server = EmbeddedServer.inMemory(0);
      atTheEnd(server::close);
      return server.uri();
    }
  },

  /** The embedded server in a process of its own. */
  PROCESS {
    @Override
    String start() throws IOException {
      ServerProcess server =
          ServerProcess.start(
              "io.twophase.app.cli.Cli", Files.createTempDirectory("twophase-server"));
      return server.uri();
    }
  },

  /** The embedded server, through a proxy. */
  PROXIED {
    @Override
    String start() throws IOException {
      BadNetwork network = BadNetwork.before(port(EMBEDDED.uri()), 0);
      atTheEnd(network::close);
      return network.uri();
    }
  },

  /** The server of {@code -Dmongodb.uri}. */
  GIVEN {
    @Override
    String start() {
      return System.getProperty("mongodb.uri", "");
    }
  };

  private static final Map<TestedServer, String> URIS = new ConcurrentHashMap<>();
  private static final Map<TestedServer, MongoClient> CLIENTS = new ConcurrentHashMap<>();

  abstract String start() throws IOException;

  /** Those that are there: the given one, if one is given. */
  public static Stream<TestedServer> all() {
    return Stream.of(values())
        .filter(server -> server != GIVEN || !System.getProperty("mongodb.uri", "").isEmpty());
  }

  /** Where it is; it is started if it has not been. */
  public synchronized String uri() {
    String known = URIS.get(this);
    if (known != null) {
      return known;
    }
    try {
      String started = start();
      URIS.put(this, started);
      return started;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** The port of a server at one address. */
  public static int port(String uri) {
    String host = new ConnectionString(uri).getHosts().get(0);
    return Integer.parseInt(host.substring(host.indexOf(':') + 1));
  }

  /** A store in a database of its own, which is removed at the end of all tests. */
  public MongoStore fresh() {
    return fresh(HoldLimit.DEFAULT);
  }

  /** The same, whose accounts may have so many holds. */
  public MongoStore fresh(HoldLimit limit) {
    MongoClient client = CLIENTS.computeIfAbsent(this, server -> MongoClients.create(server.uri()));
    String database = "twophase_test_" + UUID.randomUUID().toString().substring(0, 13);
    if (this == GIVEN) {
      atTheEnd(() -> client.getDatabase(database).drop());
    }
    return MongoStore.using(
        client,
        database,
        MongoStoreSettings.defaults().withProbe(this == GIVEN).withHoldLimit(limit));
  }

  private static void atTheEnd(Runnable end) {
    Runtime.getRuntime().addShutdownHook(new Thread(end));
  }
}
