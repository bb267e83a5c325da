package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.app.transfer.TransactionRequest;
import java.util.Map;

/** Many orders take pieces from one stock concurrently, and never below zero. */
public final class TakeFromStock {

  static TransactionRequest take(String order, int pieces) {
    return transaction("take-" + order)
        .add(document("stock", "tea"), "pieces", -pieces, 0, 1_000_000)
        .insert(document("parcels", order), Map.of("tea", pieces));
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.run(transaction("stock").insert(document("stock", "tea"), Map.of("pieces", 10L)));
      System.out.println(twophase.run(take("a", 6)).isApplied());
      System.out.println(twophase.run(take("b", 6)).isApplied());
      System.out.println(twophase.run(take("c", 4)).isApplied());
    }
  }
}
