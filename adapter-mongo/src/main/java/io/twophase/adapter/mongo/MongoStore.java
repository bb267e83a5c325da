package io.twophase.adapter.mongo;

import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterSettings;
import io.twophase.adapter.mongo.Connection.Concerns;
import io.twophase.adapter.mongo.adoption.Adoption;
import io.twophase.adapter.mongo.driver.CollectionRegistry;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.event.MongoActionRepository;
import io.twophase.adapter.mongo.event.MongoCarriedBalanceRepository;
import io.twophase.adapter.mongo.event.MongoEventRepository;
import io.twophase.adapter.mongo.event.MongoEvidenceRepository;
import io.twophase.adapter.mongo.event.MongoOwnerRepository;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.MongoAccounts;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.hold.MongoHolds.ClusterHolds;
import io.twophase.adapter.mongo.hold.PeriodWrites;
import io.twophase.adapter.mongo.record.MongoRecords;
import io.twophase.adapter.mongo.record.ServerTransactions;
import io.twophase.adapter.mongo.record.WholeRecords;
import io.twophase.adapter.mongo.setup.HomeSetting;
import io.twophase.adapter.mongo.setup.HomeSetting.StoreHome;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.adapter.mongo.setup.Validators;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.domain.account.Period;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.ports.Accounts;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.Keeping;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Records;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Accounts and transaction records in a MongoDB database: a standalone server, a replica set, a
 * sharded cluster, or anything that speaks the same protocol. Thread-safe; open one and share it.
 *
 * <p>Writes wait for a majority, and reads are of the primary and of what a majority has: the
 * protocol needs both. The URI may add journaling, a limit to the wait, and linearizable reads. One
 * that asks for less is refused ({@link UnsafeStoreException}) unless the settings allow it. Only
 * the URI is checked; a standalone server, where {@code w=1} does no harm, is not detected.
 *
 * <p>Time: the server may work at a read, or at a write that answers with the document, for {@link
 * MongoStoreSettings.Timeouts#operation}; a write waits for its majority for {@link
 * MongoStoreSettings.Timeouts#majority}; and whatever it is, its answer is waited for as long as
 * {@link MongoStoreSettings.Timeouts#read} says. {@code timeoutMS} in the URI replaces all three by
 * the driver's one limit, which tells that nothing was sent only where no server or connection was
 * found: more is in doubt then. A write that runs out of time is in doubt, never failed.
 *
 * <p>Retryable writes are on, as the driver has them by default. The driver then repeats a write
 * only on a server with sessions that is not standalone, and under the same transaction number, by
 * which the server recognises the repetition. So rule 4 of the protocol is kept.
 */
public final class MongoStore implements Store, AutoCloseable, Cloneable {

  /**
   * The collection of the owners: of processes, not of one pair of collections, so that several
   * stores of one database share it.
   */
  public static final String OWNERS = "twophase_owners";

  /**
   * The collection of the names of those collections whose documents have taken part in
   * transactions. Several stores of one database share it.
   */
  public static final String COLLECTIONS = "twophase_collections";

  private final Records records;
  private final MongoHolds holds;
  private Holds clusters;
  private final Accounts accounts;
  private final OwnerRepository owners;
  private final ActionRepository actions;
  private final EventRepository events;
  private final CarriedBalanceRepository carried;
  private final CollectionRegistry registry;
  private final Adoption adoption;
  private final StoreHome home;
  private final StoreCollections collections;
  private final Supplier<String> description;
  private final Runnable closing;

  private MongoStore(
      MongoClient client,
      MongoDatabase given,
      Concerns concerns,
      String name,
      MongoStoreSettings settings,
      Runnable closing) {
    ParticipantCluster cluster = new ParticipantCluster(client, given, concerns, name, settings);
    MongoDatabase database = cluster.own;
    Hello hello = cluster.hello;
    DriverErrors errors = cluster.server.errors();
    this.collections = new StoreCollections(database, settings, cluster.server);
    cluster.inspector.requireFit(database, collections.expiring());
    Table stored = collections.records();
    cluster.probe();
    collections.prepare();
    ServerClock clock = ServerClock.of(database, errors, settings.clock);
    SharedSettings shared = collections.shared();
    RecordRetention retention = collections.retention();
    this.owners = new MongoOwnerRepository(collections.of(OWNERS), clock);
    this.actions = new MongoActionRepository(collections.beside(StoreCollections.ACTIONS), clock);
    this.events =
        new MongoEventRepository(
            stored,
            collections.beside(StoreCollections.NUMBERS),
            collections.beside(StoreCollections.CONSUMERS),
            shared,
            () -> Hello.ask(database, errors).localTime().orElseGet(clock::now),
            new MongoEvidenceRepository(
                settings.transactions, collections.beside(StoreCollections.LEAVES), shared),
            MongoEventRepository.signal(stored, hello.isReplicated()));
    this.carried =
        new MongoCarriedBalanceRepository(collections.beside(StoreCollections.CARRIED), retention);
    this.registry = new CollectionRegistry(collections.of(COLLECTIONS));
    this.home =
        new HomeSetting(shared, database.getName(), settings.transactions)
            .require(settings.clusterName, collections.of(COLLECTIONS).reads()::exists)
            .getOrElseThrow(fault -> new UnsafeStoreException(fault, false));
    AccountCodec codec = settings.accountCodec(home.home());
    this.holds = cluster.holds(registry, home, collections.own());
    this.clusters = new ClusterHolds(holds, Map.of());
    Optional<ServerTransactions> serverTransactions =
        (settings.serverTransactions ? Optional.of(hello) : Optional.<Hello>empty())
            .flatMap(told -> ServerTransactions.of(client, concerns.write(), told, database));
    this.records =
        new MongoRecords(
            stored,
            settings.adoptedCurrency,
            clock,
            retention,
            serverTransactions.map(
                transactions ->
                    new WholeRecords(
                        transactions,
                        holds::in,
                        stored.collection(),
                        settings.adoptedCurrency,
                        clock)));
    this.accounts =
        new MongoAccounts(
            collections.accounts(),
            settings.rules(home.home()),
            codec,
            new PeriodWrites(collections.of(Period.COLLECTION.collection()), clock));
    this.adoption = new Adoption(collections.accounts(), stored, codec, settings.adoptedCurrency);
    this.description =
        () -> "%s, %s, records in %s".formatted(name, hello.version(database, errors), home.home());
    this.closing = closing;
  }

  /**
   * This store, with documents on other clusters beside its own. Its records, accounts and owners
   * stay where they are; closing the clients is their owner's business.
   *
   * @param others the other clusters, by the names that {@code CollectionName.onCluster} knows them
   *     by
   */
  public Store withClusters(Map<String, ParticipantCluster> others) {
    Map<String, Holds> elsewhere = new HashMap<>();
    others.forEach((name, cluster) -> elsewhere.put(name, cluster.holds(registry, home, Set.of())));
    try {
      MongoStore with = (MongoStore) clone();
      with.clusters = new ClusterHolds(holds, elsewhere);
      return with;
    } catch (CloneNotSupportedException never) {
      throw new AssertionError(never);
    }
  }

  /**
   * Connects to the server that {@code uri} names, and to its database, or {@code twophase} if it
   * names none.
   *
   * @throws InvalidStoreUriException if {@code uri} is no MongoDB connection string
   * @throws UnsafeStoreException if {@code uri} asks for less than the protocol needs, and the
   *     settings do not allow that; or if the accounts are used with another collection of
   *     transactions; or if the documents' holds name another home than the settings do
   * @throws StoreUnavailableException if the server cannot be reached, or is a secondary and the
   *     settings do not allow that
   * @throws StoreException if it does not accept the login, does not pass the probe, or does not do
   *     what the settings ask of it
   */
  public static MongoStore open(String uri, MongoStoreSettings settings) {
    Connection connection = Connection.parse(uri);
    Concerns concerns = Concerns.of(connection.uri(), settings);
    MongoClient client = connection.connect(settings);
    try {
      return new MongoStore(
          client,
          client.getDatabase(connection.database()),
          concerns,
          "MongoDB at " + connection.hosts(),
          settings,
          client::close);
    } catch (RuntimeException failed) {
      client.close();
      throw failed;
    }
  }

  /**
   * Uses an existing client and its time limits. Closing the store leaves the client open. The
   * driver does not show whether the client retries writes: its owner has to see to that.
   *
   * @throws UnsafeStoreException if the client's write concern, read concern or read preference
   *     asks for less than the protocol needs, and the settings do not allow that; or if the
   *     accounts are used with another collection of transactions; or if the documents' holds name
   *     another home than the settings do
   * @throws StoreUnavailableException if the server cannot be reached, or is a secondary and the
   *     settings do not allow that
   */
  public static MongoStore using(MongoClient client, String database, MongoStoreSettings settings) {
    return new MongoStore(
        client,
        client.getDatabase(database),
        Concerns.of(client, settings),
        "MongoDB at " + hosts(client.getClusterDescription().getClusterSettings()),
        settings,
        () -> {});
  }

  @Override
  public Records records() {
    return records;
  }

  /** On MongoDB 8.0 and later, a call on accounts and documents goes in one command. */
  @Override
  public Holds holds() {
    return clusters;
  }

  @Override
  public Accounts accounts() {
    return accounts;
  }

  /** Events are off until somebody turns them on, for all processes. */
  @Override
  public EventRepository events() {
    return events;
  }

  /** The balances of records that a pass has removed. */
  @Override
  public CarriedBalanceRepository carried() {
    return carried;
  }

  /** The driver's own limit on an operation. */
  @Override
  public CallLimit callLimit() {
    return ThreadLimit.SHARED;
  }

  @Override
  public OwnerRepository owners() {
    return owners;
  }

  /** The actions, in a collection that is there from the first of them on. */
  @Override
  public ActionRepository actions() {
    return actions;
  }

  /**
   * The collection of the records, with its database, and with the cluster's name if the store was
   * first opened with one.
   */
  @Override
  public Home home() {
    return home.home();
  }

  /**
   * Reads the settings that the database keeps for all processes.
   *
   * @throws StoreUnavailableException if the server cannot be reached
   * @throws StoreException if it does not permit to read them
   */
  public LastingSettings lastingSettings() {
    return LastingSettings.read(collections);
  }

  /** Its hosts, what the server says that it is, and the collection of the records. */
  @Override
  public String describe() {
    return description.get();
  }

  /** By the codecs that the driver has by default. */
  @Override
  public EntityMapper mapper() {
    return DocumentMapper.byDefaultCodecs();
  }

  /** The adoption of these collections, if MongoDB's tutorial has made them. */
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

  /**
   * The settings that a database keeps for all processes, whoever made them.
   *
   * @param keptFor how long finished records are kept; none if it is for ever
   * @param byPass whether a pass removes what is older, and not the server
   * @param receipts how long receipts of removed records are kept; none if there are none
   * @param validators whether the server checks both collections by the validators of this version
   * @param indexedByReference whether transactions are found by their reference with an index
   * @param indexedByAccount whether transactions are found by their accounts with indexes
   */
  public record LastingSettings(
      Optional<Duration> keptFor,
      boolean byPass,
      Optional<ReceiptPeriod> receipts,
      boolean validators,
      boolean indexedByReference,
      boolean indexedByAccount) {

    static LastingSettings read(StoreCollections collections) {
      MongoStoreSettings settings = collections.settings();
      RecordRetention retention = collections.retention();
      Keeping keeping = retention.keeping();
      Validators validators = new Validators(collections.database(), collections.server().errors());
      SearchIndexes search = collections.indexes().search();
      return new LastingSettings(
          keeping.keptFor(),
          retention.isByPass(),
          keeping.receipts(),
          validators.isSet(settings.accounts, Schemas.accounts())
              && validators.isSet(settings.transactions, Schemas.transactions()),
          search.byReference(),
          search.byAccount());
    }
  }
}
