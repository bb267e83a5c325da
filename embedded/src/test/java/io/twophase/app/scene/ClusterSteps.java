package io.twophase.app.scene;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.ApplicationName;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Steps of a host whose records and accounts are on a server in the west, and some documents on one
 * in the east. {@code cut east settling} cuts a server off from writes that may be repeated; {@code
 * everything}, {@code deciding}, and the name of a collection, from others. {@code home} is a host
 * that knows no east.
 */
final class ClusterSteps extends HostSteps {

  private final Side west;
  private final Side east;

  ClusterSteps() {
    this(new Side(), new Side());
  }

  private ClusterSteps(Side west, Side east) {
    this(west, east, withEast(west.store(), east.client, Servers.QUIET));
  }

  private static Store withEast(MongoStore home, MongoClient east, MongoStoreSettings settings) {
    return home.withClusters(
        Map.of("east", ParticipantCluster.using("east", east, "shop", settings)));
  }

  private ClusterSteps(Side west, Side east, Store store) {
    super(store, host(store));
    this.west = west;
    this.east = east;
  }

  /** A server of its own, which can be cut off. */
  private static final class Side {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private volatile Predicate<WireCommand> cut = command -> false;
    private final Proxy proxy =
        Proxy.before(
            server.bind(),
            (request, upstream) ->
                cut.test(WireCommand.of(request))
                    ? Optional.empty()
                    : Optional.of(upstream.ask(request)));
    private final MongoClient client = StormServer.ofCuts(proxy.uri());

    MongoStore store() {
      return MongoStore.using(client, "bank", Servers.QUIET.withClusterName("west"));
    }

    void close() {
      client.close();
      proxy.close();
      server.shutdownNow();
    }
  }

  private static TwoPhase host(Store over) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withPatience(Duration.ofMillis(300))
            .withStuckAfter(Duration.ofMillis(100));
    return TwoPhase.over(over).settings(new TwoPhaseSettings(engine, 10)).build();
  }

  @Override
  public String step(String written) {
    String[] words = written.split(" ", -1);
    return switch (words[0]) {
      case "cut" -> done(() -> (words[1].equals("east") ? east : west).cut = cut(words[2]));
      case "heal" -> done(() -> east.cut = west.cut = command -> false);
      case "home" -> done(() -> use(host(west.store())));
      case "both" -> done(() -> use(host(store)));
      case "name" -> store.home().name();
      default -> super.step(written);
    };
  }

  private static Predicate<WireCommand> cut(String which) {
    return switch (which) {
      case "everything" -> command -> command.isWrite() || command.isRead();
      case "settling" -> WireCommand::mayBeRepeated;
      case "deciding" -> command -> command.onRecords() && !command.name().equals("insert");
      default -> command -> command.collection().equals(which) && command.mayBeRepeated();
    };
  }

  @Override
  public void close() {
    super.close();
    west.close();
    east.close();
  }
}
