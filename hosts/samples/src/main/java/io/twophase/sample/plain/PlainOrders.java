package io.twophase.sample.plain;

import io.twophase.RecoveryDaemon;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.sample.OrderHttp;
import io.twophase.sample.OrderService;
import io.twophase.sample.RecoveryLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The order service in plain Java. */
public final class PlainOrders {

  private PlainOrders() {}

  /** Serves until it is stopped: the directory of the store, and the port. */
  public static void main(String[] args) throws IOException {
    RecoveryRequest stuck = RecoveryRequest.olderThan(Duration.ofMinutes(30));
    try (EmbeddedServer server = EmbeddedServer.open(Path.of(args[0]), 0);
        MongoStore store = MongoStore.open(server.uri() + "/shop", MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      OrderService orders = new OrderService(twophase).opened();
      RecoveryDaemon recovery =
          RecoveryDaemon.start(
              twophase.recovery(), stuck, Duration.ofSeconds(10), new RecoveryLog());
      try (recovery) {
        RecoveryLog.atStart(store, recovery);
        OrderHttp.serve(orders, Integer.parseInt(args[1]));
      }
    }
  }
}
