package io.twophase.adapter.mongo;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.Connection.Concerns;
import io.twophase.adapter.mongo.driver.CollectionRegistry;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.driver.Inspector;
import io.twophase.adapter.mongo.driver.KnownCollections;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.probe.TransferProbe;
import io.twophase.adapter.mongo.setup.HomeMarks;
import io.twophase.adapter.mongo.setup.HomeSetting.StoreHome;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.HoldRules;
import io.twophase.ports.StoreUnavailableException;
import java.util.HashSet;
import java.util.Set;

/**
 * Another cluster than the store's own, whose documents take part in the store's transactions. It
 * keeps no records and no accounts.
 */
public final class ParticipantCluster {

  private final MongoClient client;
  final MongoDatabase own;
  final Hello hello;
  final Server server;
  final Inspector inspector;
  private final MongoStoreSettings settings;

  /**
   * The cluster that {@code client} is connected to.
   *
   * @param given the database of collections that name none
   * @param name what messages call the cluster
   */
  ParticipantCluster(
      MongoClient client,
      MongoDatabase given,
      Concerns concerns,
      String name,
      MongoStoreSettings settings) {
    if (given.getName().equals(HomeMarks.UNREPLICATED)) {
      throw new UnsafeStoreException(
          name + ": the database " + HomeMarks.UNREPLICATED + " is not replicated", false);
    }
    DriverErrors errors = new DriverErrors(name);
    this.client = client;
    this.own = concerns.of(given);
    this.hello = Hello.ask(own, errors);
    // the driver connects to a URI's one host alone, whatever it is by now
    if (hello.isSecondary() && !settings.unsafeAllowed) {
      throw new StoreUnavailableException(
          name + " is a secondary and may be behind: replicaSet=… in the URI finds the primary");
    }
    this.server = Server.of(client, concerns.write(), errors, hello, settings.timeouts.operation());
    this.inspector = Inspector.of(client, hello, server);
    this.settings = settings;
  }

  /**
   * Uses an existing client, and probes its server as a store's own is, unless the settings say
   * otherwise.
   *
   * @param name what messages call the cluster
   * @param database the database of collections that name none
   * @param settings its time limits, its trusted collections, and how many holds a document takes
   * @throws UnsafeStoreException if the client's write concern, read concern or read preference
   *     asks for less than the protocol needs, and the settings do not allow that
   * @throws io.twophase.ports.StoreUnavailableException if the server cannot be reached, or is a
   *     secondary and the settings do not allow that
   * @throws io.twophase.ports.StoreException if the server does not pass the probe
   */
  public static ParticipantCluster using(
      String name, MongoClient client, String database, MongoStoreSettings settings) {
    ParticipantCluster cluster =
        new ParticipantCluster(
            client,
            client.getDatabase(database),
            Concerns.of(client, settings),
            "cluster " + name,
            settings);
    cluster.probe();
    return cluster;
  }

  /** Tries the server out, unless the settings leave that out. */
  void probe() {
    if (settings.probe) {
      Probe.run(byPrimary(), server.errors());
      TransferProbe.run(byPrimary(), server, inspector);
    }
  }

  /** Its database as guarded writes change it: a secondary may show what they have not met. */
  private MongoDatabase byPrimary() {
    return own.withReadPreference(ReadPreference.primary());
  }

  /**
   * Holds on this cluster's documents, whose collections are registered with the store's own.
   *
   * @param reserved the namespaces of the store's own collections
   */
  MongoHolds holds(CollectionRegistry registry, StoreHome home, Set<String> reserved) {
    HoldRules rules = settings.rules(home.home());
    Set<CollectionName> trusted = new HashSet<>(settings.trustedCollections);
    // of the store's own cluster: no name without a cluster is asked for on another
    trusted.add(rules.accounts());
    KnownCollections collections =
        new KnownCollections(
            client::getDatabase,
            byPrimary(),
            registry,
            inspector,
            reserved,
            new HomeMarks(home, server)::refusal,
            trusted,
            settings.clock);
    return new MongoHolds(rules, settings.accountCodec(home.home()), collections, server);
  }
}
