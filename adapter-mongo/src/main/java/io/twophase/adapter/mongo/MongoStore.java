package io.twophase.adapter.mongo;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterSettings;
import io.twophase.adapter.mongo.adoption.Adoption;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Indexes;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.ServerClock;
import io.twophase.adapter.mongo.driver.ServerLimits;
import io.twophase.adapter.mongo.repository.MongoAccountRepository;
import io.twophase.adapter.mongo.repository.MongoTransactionRepository;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/**
 * Accounts and transaction records in a MongoDB database: a standalone server, a replica set, a
 * sharded cluster, or anything that speaks the same protocol. Thread-safe; open one and share it.
 *
 * <p>Whatever the URI says of them, writes wait for a majority and reads that decide are of the
 * primary and of what a majority has: the protocol needs both. The URI may add journaling and a
 * limit to the wait.
 */
public final class MongoStore implements AutoCloseable {

  private final MongoAccountRepository accounts;
  private final MongoTransactionRepository transactions;
  private final Adoption adoption;
  private final Runnable closing;

  private MongoStore(
      MongoClient client,
      MongoDatabase given,
      WriteConcern writeConcern,
      String name,
      MongoStoreSettings settings,
      Runnable closing) {
    MongoDatabase database =
        given
            .withWriteConcern(writeConcern)
            .withReadConcern(ReadConcern.MAJORITY)
            .withReadPreference(ReadPreference.primary());
    DriverErrors errors = new DriverErrors(name);
    Server server = Server.of(client, writeConcern, errors, ServerLimits.ask(database, errors));
    MongoCollection<BsonDocument> records =
        database.getCollection(settings.transactions(), BsonDocument.class);
    Indexes.ensure(records, errors);
    this.accounts =
        new MongoAccountRepository(
            database.getCollection(settings.accounts(), BsonDocument.class),
            new AccountCodec(settings.adoptedCurrency()),
            server,
            settings.holdLimit());
    this.transactions =
        new MongoTransactionRepository(
            records,
            new TransactionCodec(settings.adoptedCurrency()),
            ServerClock.of(database, settings.clock()),
            server);
    this.adoption =
        new Adoption(
            database.getCollection(settings.accounts(), BsonDocument.class),
            records,
            settings.adoptedCurrency(),
            server);
    this.closing = closing;
  }

  /**
   * Connects to the server that {@code uri} names, and to its database, or {@code twophase} if it
   * names none.
   *
   * @throws InvalidStoreUriException if {@code uri} is no MongoDB connection string
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not accept the login
   */
  public static MongoStore open(String uri, MongoStoreSettings settings) {
    Connection connection = Connection.parse(uri);
    MongoClient client = connection.connect(settings);
    try {
      return new MongoStore(
          client,
          client.getDatabase(connection.database()),
          connection.writeConcern(),
          "MongoDB at " + connection.hosts(),
          settings,
          client::close);
    } catch (RuntimeException failed) {
      client.close();
      throw failed;
    }
  }

  /**
   * Uses a client that is there, whose time limits stay as they are; closing the store leaves it
   * open.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   */
  public static MongoStore using(MongoClient client, String database, MongoStoreSettings settings) {
    return new MongoStore(
        client,
        client.getDatabase(database),
        Connection.majority(client.getWriteConcern()),
        "MongoDB at " + hosts(client.getClusterDescription().getClusterSettings()),
        settings,
        () -> {});
  }

  /** The accounts. */
  public AccountRepository accounts() {
    return accounts;
  }

  /** The transaction records. */
  public TransactionRepository transactions() {
    return transactions;
  }

  /** What turns these collections, if the tutorial has made them, into this software's. */
  public Adoption adoption() {
    return adoption;
  }

  /** Closes the connections, if the store has opened them. */
  @Override
  public void close() {
    closing.run();
  }

  private static String hosts(ClusterSettings settings) {
    String seeded = settings.getSrvHost();
    return seeded != null
        ? seeded
        : settings.getHosts().stream()
            .map(ServerAddress::toString)
            .collect(Collectors.joining(","));
  }
}
