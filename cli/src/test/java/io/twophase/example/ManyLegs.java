package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.app.transfer.TransactionRequest;

/** A sale divides its price among a seller, a platform and the tax office, or does not happen. */
public final class ManyLegs {

  static TransactionRequest sale(String id, String price) {
    return transaction(id)
        .debit(account("buyer"), money(price, "USD"))
        .credit(account("seller"), money("80.00", "USD"))
        .credit(account("platform"), money("5.00", "USD"))
        .credit(account("tax"), money("15.00", "USD"));
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("buyer"), money("250.00", "USD"));
      for (String name : new String[] {"seller", "platform", "tax"}) {
        twophase.accounts().open(account(name), money("0.00", "USD"));
      }
      for (String price : new String[] {"100.00", "90.00"}) {
        String sold =
            twophase
                .run(sale("sale-at-" + price, price))
                .fold(
                    applied -> "applied",
                    refused -> "refused: " + refused.reason().message(),
                    unknown -> "unknown: ask again under the same id",
                    notAsked -> "not asked");
        System.out.println(price + ": " + sold);
      }
    }
  }
}
