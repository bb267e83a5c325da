package io.twophase.example;

import static io.twophase.TwoPhase.*;

/** A host without a framework. On a server: {@code open("mongodb://localhost/bank")}. */
public final class PlainHost {

  private PlainHost() {}

  /** Opens two accounts and moves money between them. */
  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      var a = account("A");
      var b = account("B");
      twophase.accounts().open(a, money("1000.00", "USD"));
      twophase.accounts().open(b, money("1000.00", "USD"));
      System.out.println(twophase.transfers().transfer(a, b, money("100.00", "USD")));
      System.out.println(twophase.accounts().find(b));
    }
  }
}
