package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.app.function.DocumentSnapshot;
import io.twophase.domain.Money;
import java.util.List;
import java.util.Map;

/** A host whose transaction is a function: it reads, computes, and writes. */
public final class FunctionHost {

  private FunctionHost() {}

  private record Receipt(int order, long cents) {}

  /** Pays an order, asks for that again, and tries to pay the order under another id. */
  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      var customer = account("customer");
      var shop = account("shop");
      twophase.accounts().open(customer, money("100.00", "USD"));
      twophase.accounts().open(shop, money("0.00", "USD"));
      var document = document("orders", 7);
      twophase.run(
          transaction("create-7").insert(document, Map.of("status", "UnPaid", "total", 1999)));
      for (String id : List.of("pay-7", "pay-7", "pay-again")) {
        var paid =
            twophase.transact(
                id,
                tx -> {
                  DocumentSnapshot order =
                      tx.get(document).orElseThrow(() -> tx.decline("no such order"));
                  if (!order.string("status").equals("UnPaid")) {
                    throw tx.decline("already paid");
                  }
                  Money price = order.money("total", "USD");
                  tx.debit(customer, price);
                  tx.credit(shop, price);
                  tx.put(order.with("status", "Paid"));
                  tx.insert(document("ledger", id), Map.of("order", 7, "cents", price.minor()));
                  return new Receipt(7, price.minor());
                });
        System.out.println(id + " is " + paid);
      }
      System.out.println(twophase.accounts().find(shop));
    }
  }
}
