package io.twophase.sample.plain;

import io.twophase.TwoPhase;
import io.twophase.sample.OrderHttp;
import io.twophase.sample.OrderService;
import java.io.IOException;

/** The order service in plain Java. */
public final class PlainOrders {

  private PlainOrders() {}

  /** Serves until it is stopped: the URI of the store, and the port. */
  public static void main(String[] args) throws IOException {
    try (TwoPhase twophase = TwoPhase.open(args[0], "orders")) {
      OrderHttp.serve(new OrderService(twophase), Integer.parseInt(args[1]));
    }
  }
}
