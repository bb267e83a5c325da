package io.twophase.sample.guice;

import com.google.inject.Guice;
import com.google.inject.Injector;
import io.twophase.RecoveryDaemon;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.guice.MongoStoreModule;
import io.twophase.guice.TwoPhaseModule;
import io.twophase.sample.OrderHttp;
import io.twophase.sample.OrderService;
import io.twophase.sample.RecoveryLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The order service with Guice. */
public final class GuiceOrders {

  private GuiceOrders() {}

  /** Serves until it is stopped: the directory of the store, and the port. */
  public static void main(String[] args) throws IOException {
    RecoveryRequest stuck = RecoveryRequest.olderThan(Duration.ofMinutes(30));
    TwoPhaseSettings settings = TwoPhaseSettings.of(new ApplicationName("orders"));
    try (EmbeddedServer server = EmbeddedServer.open(Path.of(args[0]), 0);
        MongoStore store = MongoStore.open(server.uri() + "/shop", MongoStoreSettings.defaults())) {
      Injector injector =
          Guice.createInjector(new TwoPhaseModule(settings), new MongoStoreModule(store));
      TwoPhase twophase = injector.getInstance(TwoPhase.class);
      OrderService orders = new OrderService(twophase).opened();
      RecoveryDaemon recovery =
          RecoveryDaemon.start(
              injector.getInstance(Recovery.class),
              stuck,
              Duration.ofSeconds(10),
              new RecoveryLog());
      try (twophase;
          recovery) {
        RecoveryLog.atStart(store, recovery);
        OrderHttp.serve(orders, Integer.parseInt(args[1]));
      }
    }
  }
}
