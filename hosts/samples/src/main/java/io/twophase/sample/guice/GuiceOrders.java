package io.twophase.sample.guice;

import com.google.inject.Guice;
import io.twophase.TwoPhase;
import io.twophase.guice.TwoPhaseModule;
import io.twophase.sample.OrderHttp;
import io.twophase.sample.OrderService;
import java.io.IOException;

/** The order service with Guice. */
public final class GuiceOrders {

  private GuiceOrders() {}

  /** Serves until it is stopped: the URI of the store, and the port. */
  public static void main(String[] args) throws IOException {
    var injector = Guice.createInjector(new TwoPhaseModule(args[0], "orders"));
    try (TwoPhase twophase = injector.getInstance(TwoPhase.class)) {
      OrderHttp.serve(new OrderService(twophase), Integer.parseInt(args[1]));
    }
  }
}
