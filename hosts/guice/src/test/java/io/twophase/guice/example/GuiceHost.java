package io.twophase.guice.example;

import static io.twophase.TwoPhase.*;

import com.google.inject.Guice;
import io.twophase.TwoPhase;
import io.twophase.guice.TwoPhaseModule;
import jakarta.inject.Inject;

/**
 * {@code twophase-guice} gives a host its use cases. On a server, {@code mongodb://localhost/bank}
 * takes the place of {@code memory:}.
 */
public final class GuiceHost {

  private final TwoPhase twophase;

  @Inject
  GuiceHost(TwoPhase twophase) {
    this.twophase = twophase;
    twophase.accounts().open(account("customer"), money("50.00", "USD"));
    twophase.accounts().open(account("shop"), money("0.00", "USD"));
  }

  String pay(String invoice, String amount) {
    return twophase
        .run(transfer(invoice, "customer", "shop", money(amount, "USD")))
        .fold(
            applied -> invoice + (applied.foundDecided() ? " was paid before" : " is paid"),
            refused -> invoice + " is refused: " + refused.reason().message(),
            unknown -> invoice + " is unknown: ask again under the same id",
            notAsked -> invoice + " was not asked");
  }

  public static void main(String[] args) {
    var host =
        Guice.createInjector(new TwoPhaseModule("memory:", "billing")).getInstance(GuiceHost.class);
    try (var twophase = host.twophase) {
      System.out.println(host.pay("invoice-1", "20.00"));
      System.out.println(host.pay("invoice-1", "20.00"));
      System.out.println(host.pay("invoice-2", "99.00"));
      System.out.println("the books balance: " + twophase.audit().run().isClean());
    }
  }
}
