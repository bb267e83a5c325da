package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.FunctionOutcome.*;
import io.twophase.app.transfer.TransactionOutcome;

/** A switch on JDK 21 or newer takes the outcomes apart, and the compiler asks for each. */
public final class SwitchHost {

  private SwitchHost() {}

  /** Transfers twice under one id, once too much, and by a function. */
  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("A"), money("100.00", "USD"));
      twophase.accounts().open(account("B"), money("0.00", "USD"));
      System.out.println(words(twophase.run(transfer("t1", "A", "B", money("70.00", "USD")))));
      System.out.println(words(twophase.run(transfer("t1", "A", "B", money("70.00", "USD")))));
      System.out.println(words(twophase.run(transfer("t2", "A", "B", money("70.00", "USD")))));
      System.out.println(
          words(
              twophase.transact(
                  "t3",
                  tx -> {
                    tx.debit(account("B"), money("1.00", "USD"));
                    tx.credit(account("A"), money("1.00", "USD"));
                    return 1;
                  })));
    }
  }

  static String words(TransactionOutcome outcome) {
    return switch (outcome) {
      case TransactionOutcome.Applied applied when applied.foundDecided() -> "applied before";
      case TransactionOutcome.Applied applied -> "applied";
      case TransactionOutcome.Refused refused -> "refused: " + refused.reason().message();
      case TransactionOutcome.Unknown(var id, var why) -> "not certain: " + why;
      case TransactionOutcome.NotAsked(var id, var why) -> "not asked: " + why;
    };
  }

  static String words(FunctionOutcome<Integer> outcome) {
    return switch (outcome) {
      case Applied<Integer>(var id, var value, var found, var finished) -> "applied: " + value.get();
      case Declined<Integer>(var id, var why) -> "declined: " + why;
      case Refused<Integer>(var id, var reason, var found) -> "refused: " + reason.message();
      case Contended<Integer>(var id, var attempts, var last) -> attempts + " conflicts: " + last;
      case Unknown<Integer>(var id, var why) -> "not certain: " + why;
      case NotAsked<Integer>(var id, var why) -> "not asked: " + why;
    };
  }
}
