package io.twophase.console;

import io.twophase.app.TwoPhase;
import io.twophase.console.page.Route;
import io.twophase.console.page.Routes;
import io.twophase.console.screen.TransactionScreen;
import io.twophase.ports.Store;
import java.util.List;

/** The routes of a console: all that it can be asked. */
final class Screens {

  private Screens() {}

  static Routes of(TwoPhase twophase, Store store, ConsoleSettings settings) {
    return new Routes(
        List.of(
            Route.page(
                    "/transaction",
                    "One transaction: what it does, its history, and who works on it.",
                    "transaction",
                    new TransactionScreen(twophase.transactions()))
                .needs("id", "of the transaction")));
  }
}
