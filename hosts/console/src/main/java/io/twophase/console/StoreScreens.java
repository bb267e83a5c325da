package io.twophase.console;

import io.twophase.app.TwoPhase;
import io.twophase.console.page.Route;
import io.twophase.console.screen.ProofScreen;
import io.twophase.console.screen.TransactionScreen;
import io.twophase.console.view.Redactor;
import io.twophase.ports.Store;
import java.util.List;

/** The routes that show what is in a store. */
final class StoreScreens {

  private StoreScreens() {}

  static List<Route> of(TwoPhase twophase, Store store, Redactor redactor) {
    return List.of(
        Route.page(
                "/transaction",
                "One transaction: what it does, its history, and who works on it.",
                "transaction",
                new TransactionScreen(twophase, store, redactor))
            .needs("id", "of the transaction"),
        Route.file(
                "/proof",
                "The proof that a decided transaction is in the tree of evidence, as a file.",
                new ProofScreen(twophase, redactor))
            .needs("id", "of the transaction"));
  }
}
