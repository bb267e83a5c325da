package io.twophase.guice.example;

import com.google.inject.Guice;
import com.google.inject.Injector;
import io.twophase.Accounts;
import io.twophase.Transfers;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.guice.InMemoryStoreModule;
import io.twophase.guice.TwoPhaseModule;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Currency;

/**
 * A host that wires Twophase in by Guice. On a server, {@code MongoStoreModule} takes the place of
 * {@code InMemoryStoreModule}.
 */
public final class GuiceHost {

  private static final Currency USD = Currency.getInstance("USD");

  private final Accounts accounts;
  private final Transfers transfers;

  @Inject
  GuiceHost(Accounts accounts, Transfers transfers) {
    this.accounts = accounts;
    this.transfers = transfers;
  }

  /** Opens two accounts and pays an invoice, once, however often it is told to. */
  public static void main(String[] args) {
    Injector injector =
        Guice.createInjector(
            new TwoPhaseModule(TwoPhaseSettings.of(new ApplicationName("billing"))),
            new InMemoryStoreModule(InMemoryStore.create(Clock.systemUTC())));
    GuiceHost host = injector.getInstance(GuiceHost.class);
    host.accounts.open(new AccountId("customer"), new Money(50_00, USD));
    host.accounts.open(new AccountId("shop"), Money.zero(USD));
    System.out.println(host.pay("invoice-1", new Money(20_00, USD)));
    System.out.println(host.pay("invoice-1", new Money(20_00, USD)));
    System.out.println(host.pay("invoice-2", new Money(99_00, USD)));
  }

  /** The four outcomes, each of which is something else to a customer. */
  String pay(String invoice, Money amount) {
    TransactionOutcome outcome =
        transfers.transfer(
            new TransferRequest(
                new TransactionId(invoice),
                new AccountId("customer"),
                new AccountId("shop"),
                amount));
    return outcome.fold(
        applied -> invoice + (applied.foundDecided() ? " was paid before" : " is paid"),
        refused ->
            invoice + " is refused: " + refused.reason().kind() + ", " + refused.reason().message(),
        unknown -> invoice + " is not certain: ask again under the same id",
        notAsked -> invoice + " was not paid: ask again, if it is still wanted");
  }
}
