package io.twophase.example;

import static io.twophase.TwoPhase.*;

/** A reversal moves the money of a done transfer back, once. */
public final class ReverseATransfer {

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("tenant"), money("1000.00", "USD"));
      twophase.accounts().open(account("landlord"), money("0.00", "USD"));
      var rent = transfer("rent-2026-11", "tenant", "landlord", money("700.00", "USD"));
      twophase.transfers().transfer(rent).orElseThrow();

      System.out.println(twophase.transfers().cancel(rent.id(), "moved out"));
      System.out.println(twophase.compensation().reverse(rent.id(), "moved out"));
      System.out.println(twophase.compensation().reverse(rent.id(), "moved out"));
      System.out.println("the books balance: " + twophase.audit().run().isClean());
    }
  }
}
