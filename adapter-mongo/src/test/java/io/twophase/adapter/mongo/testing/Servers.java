package io.twophase.adapter.mongo.testing;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.CommandListener;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.domain.testing.Seed;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.bson.BsonDocument;

/** The servers that tests run on, each with one client for all tests of the run. */
public final class Servers {

  /** The settings of stores that do not probe their server. */
  public static final MongoStoreSettings QUIET = MongoStoreSettings.defaults().withProbe(false);

  private Servers() {}

  /** A server of this process, which runs for as long as the tests do, and a client of it. */
  private record Running(String uri, MongoClient client) {

    static Running of(String uri, Runnable closing) {
      Runtime.getRuntime().addShutdownHook(new Thread(closing));
      return new Running(uri, MongoClients.create(uri));
    }

    static Running of(MongoServer server) {
      return of(server.bindAndGetConnectionString() + "/twophase", server::shutdownNow);
    }

    static Running of(TransactionServer server) {
      return of(server.replicaSetUri(), server::close);
    }
  }

  private static final class InProcess {
    static final Running SERVER = Running.of(new MongoServer(new MemoryBackend()));
  }

  private static final class Telling {
    static final Running SERVER = Running.of(ClientBulkWriteServer.start());
  }

  private static final class Transactional {
    static final Running SERVER = Running.of(TransactionServer.start());
  }

  private static final class Replicated {
    static final Running SERVER =
        Running.of(TransactionServer.start(Replication.lagging(Seed.next("Servers.replicated"))));
  }

  private static final class Given {
    static final String URI = System.getProperty("mongodb.uri", "");

    /** Made when first asked for, since without a URI nobody asks. */
    static final class Client {
      static final MongoClient CLIENT = MongoClients.create(URI);
    }
  }

  /** A mongo-java-server of this process. */
  public static FreshDatabase inProcess() {
    return new FreshDatabase(() -> InProcess.SERVER.client(), "twophase");
  }

  /** One of this process that tells what each write of a bulk came to, as MongoDB 8 does. */
  public static FreshDatabase telling() {
    return new FreshDatabase(() -> Telling.SERVER.client(), "twophase");
  }

  /** One of this process that has transactions of its own, sessions and retryable writes. */
  public static FreshDatabase transactional() {
    return new FreshDatabase(() -> Transactional.SERVER.client(), "twophase");
  }

  /** The same, of a replica set whose majority lags behind its primary. */
  public static FreshDatabase replicated() {
    return new FreshDatabase(() -> Replicated.SERVER.client(), "twophase");
  }

  /** The server of {@code -Dmongodb.uri}. */
  public static FreshDatabase given() {
    String named = Given.URI.isEmpty() ? null : new ConnectionString(Given.URI).getDatabase();
    return new FreshDatabase(
        () -> Given.Client.CLIENT, Objects.requireNonNullElse(named, "twophase"));
  }

  /** The server that is given, if one is, else the one in this process. */
  public static FreshDatabase preferred() {
    return Given.URI.isEmpty() ? inProcess() : given();
  }

  /** A store in the database of tests that have a server of their own, which is not probed. */
  public static MongoStore bank(MongoClient client) {
    return bank(client, QUIET);
  }

  /** The same, by other settings. */
  public static MongoStore bank(MongoClient client, MongoStoreSettings settings) {
    return MongoStore.using(client, "bank", settings);
  }

  /** A collection beside it. */
  public static MongoCollection<BsonDocument> bank(MongoClient client, String collection) {
    return client.getDatabase("bank").getCollection(collection, BsonDocument.class);
  }

  /** A client whose commands a listener hears of. */
  public static MongoClient heard(String uri, CommandListener listener) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(uri))
            .addCommandListener(listener)
            .build());
  }

  /** Where the in-process server listens. */
  public static String inProcessUri() {
    return InProcess.SERVER.uri();
  }

  /** Where the server listens that tells. */
  public static String tellingUri() {
    return Telling.SERVER.uri();
  }

  /** Where a server that is one process listens. */
  public static InetSocketAddress address(String uri) {
    ServerAddress address = new ServerAddress(new ConnectionString(uri).getHosts().get(0));
    return new InetSocketAddress(address.getHost(), address.getPort());
  }
}
