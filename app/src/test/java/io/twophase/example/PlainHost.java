package io.twophase.example;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.wiring.TwoPhase;
import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import java.time.Clock;
import java.util.Currency;

/** A host without Guice. On a server: {@code MongoStore.open("mongodb://localhost/bank")}. */
public final class PlainHost {

  private PlainHost() {}

  /** Opens two accounts and moves money between them. */
  public static void main(String[] args) {
    Currency usd = Currency.getInstance("USD");
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    TwoPhase twophase =
        TwoPhase.over(store.accounts(), store.transactions()).owners(store.owners()).build();
    AccountId a = new AccountId("A");
    AccountId b = new AccountId("B");
    twophase.accounts().open(Opening.of(a, new Money(1000_00, usd)).get());
    twophase.accounts().open(Opening.of(b, new Money(1000_00, usd)).get());
    TransferOutcome outcome = twophase.transfers().transfer(a, b, new Money(100_00, usd));
    System.out.println(outcome);
    System.out.println(twophase.accounts().find(b));
  }
}
