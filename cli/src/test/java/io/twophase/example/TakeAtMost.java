package io.twophase.example;

import static io.twophase.TwoPhase.*;

/** A debtor pays a debt down by the available amount. */
public final class TakeAtMost {

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("debtor"), money("70.00", "USD"));
      twophase.accounts().open(account("lender"), money("0.00", "USD"));
      for (String id : new String[] {"november", "november", "december"}) {
        var payment = transfer(id, "debtor", "lender", money("100.00", "USD")).takingAtMost();
        String moved =
            twophase
                .transfers()
                .transfer(payment)
                .fold(
                    applied -> "moved " + applied.moved().get(),
                    refused -> "refused: " + refused.reason().message(),
                    unknown -> "unknown: ask again under the same id",
                    notAsked -> "not asked");
        System.out.println(id + ": " + moved);
      }
    }
  }
}
