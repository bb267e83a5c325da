package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.Transfers;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import java.time.Duration;

/** The program asks again, under the same id, while the outcome of a transfer is not known. */
public final class AskAgain {

  static TransactionOutcome askUntilKnown(Transfers transfers, TransferRequest request, int times) {
    var outcome = transfers.transfer(request);
    for (int asked = 1; asked < times && !isKnown(outcome); asked++) {
      outcome = transfers.transfer(request);
    }
    return outcome;
  }

  static boolean isKnown(TransactionOutcome outcome) {
    return outcome.<Boolean>fold(
        applied -> true, refused -> true, unknown -> false, notAsked -> false);
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("customer"), money("50.00", "USD"));
      twophase.accounts().open(account("shop"), money("0.00", "USD"));
      var invoice = transfer("invoice-8", "customer", "shop", money("20.00", "USD"));
      var transfers = twophase.transfers();
      var late = twophase.within(Duration.ZERO, () -> transfers.transfer(invoice));
      System.out.println("known without time: " + isKnown(late));
      System.out.println("applied: " + askUntilKnown(transfers, invoice, 3).isApplied());
      System.out.println("asked again: " + askUntilKnown(transfers, invoice, 3).isApplied());
    }
  }
}
