package io.twophase.guice.example;

import static io.twophase.TwoPhase.*;

import com.google.inject.Guice;
import io.twophase.Accounts;
import io.twophase.Transfers;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.guice.InMemoryStoreModule;
import io.twophase.guice.TwoPhaseModule;
import jakarta.inject.Inject;
import java.time.Clock;

/**
 * {@code twophase-guice} gives a host its use cases. On a server, {@code MongoStoreModule} takes
 * the place of the store's module.
 */
public final class GuiceHost {

  private final Accounts accounts;
  private final Transfers transfers;

  @Inject
  GuiceHost(Accounts accounts, Transfers transfers) {
    this.accounts = accounts;
    this.transfers = transfers;
  }

  void open() {
    accounts.open(account("customer"), money("50.00", "USD"));
    accounts.open(account("shop"), money("0.00", "USD"));
  }

  String pay(String invoice, String amount) {
    return transfers
        .transfer(transfer(invoice, "customer", "shop", money(amount, "USD")))
        .fold(
            applied -> invoice + (applied.foundDecided() ? " was paid before" : " is paid"),
            refused -> invoice + " is refused: " + refused.reason().message(),
            unknown -> invoice + " is unknown: ask again under the same id",
            notAsked -> invoice + " was not asked");
  }

  public static void main(String[] args) {
    var injector =
        Guice.createInjector(
            new TwoPhaseModule(settings("billing")),
            new InMemoryStoreModule(InMemoryStore.create(Clock.systemUTC())));
    try (var twophase = injector.getInstance(TwoPhase.class)) {
      var host = injector.getInstance(GuiceHost.class);
      host.open();
      System.out.println(host.pay("invoice-1", "20.00"));
      System.out.println(host.pay("invoice-1", "20.00"));
      System.out.println(host.pay("invoice-2", "99.00"));
      System.out.println("the books balance: " + twophase.audit().run().isClean());
    }
  }
}
