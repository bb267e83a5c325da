package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.domain.Money;
import java.util.List;
import java.util.Map;

/** A function reads an order, computes, and writes: all of it happens once, or nothing does. */
public final class PayByFunction {

  static FunctionOutcome<Money> pay(TwoPhase twophase, String id, int number) {
    return twophase.transact(
        id,
        tx -> {
          DocumentSnapshot order =
              tx.get(document("orders", number)).orElseThrow(() -> tx.decline("no such order"));
          if (!order.string("status").equals("UnPaid")) {
            throw tx.decline("order " + number + " is " + order.string("status"));
          }
          Money price = order.money("total", "USD");
          tx.debit(account("customer"), price);
          tx.credit(account("shop"), price);
          tx.put(order.with("status", "Paid"));
          return price;
        });
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("customer"), money("100.00", "USD"));
      twophase.accounts().open(account("shop"), money("0.00", "USD"));
      twophase.run(
          transaction("place-7")
              .insert(document("orders", 7), Map.of("status", "UnPaid", "total", 1999)));
      for (String id : List.of("pay-7", "pay-7", "pay-again")) {
        System.out.println(id + " is " + pay(twophase, id, 7).message());
      }
    }
  }
}
