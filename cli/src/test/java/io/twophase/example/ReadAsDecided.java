package io.twophase.example;

import static io.twophase.TwoPhase.*;

import java.util.List;
import java.util.Map;

/** The program reads an order and its line at one moment, and never half of a transaction. */
public final class ReadAsDecided {

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      var order = document("orders", 7);
      var line = document("lines", "order-7");
      twophase.run(transaction("place-7").insert(order, Map.of("status", "UnPaid")));
      twophase.run(
          transaction("pay-7")
              .change(order, set("status", "Paid"))
              .insert(line, Map.of("order", 7)));
      for (var read : twophase.documents().read(List.of(order, line)).orElseThrow()) {
        System.out.println(read.document() + ": " + read.fields().get());
      }
    }
  }
}
