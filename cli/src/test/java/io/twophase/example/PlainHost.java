package io.twophase.example;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import java.time.Clock;

/** A host without Guice. On a server: {@code MongoStore.open("mongodb://localhost/bank", …)}. */
public final class PlainHost {

  private PlainHost() {}

  /** Opens two accounts and moves money between them. */
  public static void main(String[] args) {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      var a = TwoPhase.account("A");
      var b = TwoPhase.account("B");
      twophase.accounts().open(a, TwoPhase.money("1000.00", "USD"));
      twophase.accounts().open(b, TwoPhase.money("1000.00", "USD"));
      System.out.println(twophase.transfers().transfer(a, b, TwoPhase.money("100.00", "USD")));
      System.out.println(twophase.accounts().find(b));
    }
  }
}
