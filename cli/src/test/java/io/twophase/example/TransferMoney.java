package io.twophase.example;

import static io.twophase.TwoPhase.*;

/**
 * The program moves money between two accounts. On a server, {@code
 * open("mongodb://localhost/bank")} takes the place of {@code inMemory()}.
 */
public final class TransferMoney {

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("A"), money("1000.00", "USD"));
      twophase.accounts().open(account("B"), money("1000.00", "USD"));
      var outcome = twophase.transfers().transfer(transfer("t1", "A", "B", money("100.00", "USD")));
      System.out.println(outcome.isApplied());
      System.out.println(twophase.accounts().find(account("B")).orElseThrow().balance());
    }
  }
}
