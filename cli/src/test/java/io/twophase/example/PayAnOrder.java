package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.app.transfer.TransactionRequest;
import java.util.Map;

/** The money moves, the order changes and the ledger gets a line, or nothing happens. */
public final class PayAnOrder {

  static TransactionRequest pay(String id, int order) {
    return transaction(id)
        .debit(account("customer"), money("20.00", "USD"))
        .credit(account("shop"), money("20.00", "USD"))
        .change(document("orders", order), where("status").equalTo("UnPaid"), set("status", "Paid"))
        .insert(document("ledger", id), Map.of("order", order, "cents", 2000L));
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("customer"), money("50.00", "USD"));
      twophase.accounts().open(account("shop"), money("0.00", "USD"));
      twophase.run(
          transaction("place-7").insert(document("orders", 7), Map.of("status", "UnPaid")));
      for (String id : new String[] {"pay-7", "pay-7", "pay-7-again"}) {
        String paid =
            twophase
                .run(pay(id, 7))
                .fold(
                    applied -> applied.foundDecided() ? "paid before" : "paid",
                    refused -> "refused: " + refused.reason().message(),
                    unknown -> "unknown: ask again under the same id",
                    notAsked -> "not asked: ask again, if the order is still wanted");
        System.out.println(id + " is " + paid);
      }
    }
  }
}
