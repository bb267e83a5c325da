package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;

/** A hotel holds a deposit for at most a week, and later charges a part of the deposit. */
public final class HoldAndCapture {

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("guest"), money("500.00", "USD"));
      twophase.accounts().open(account("hotel"), money("0.00", "USD"));
      var deposit = transfer("deposit-12", "guest", "hotel", money("300.00", "USD"));
      var week = new AuthorizationTerms(Duration.ofDays(7));

      String held =
          twophase
              .authorizations()
              .authorize(deposit, week)
              .fold(
                  authorized -> "held",
                  captured -> "was captured before",
                  refused -> "refused: " + refused.reason().message(),
                  unknown -> "unknown: ask again under the same id");
      System.out.println(held);
      var dinner = transfer("dinner", "guest", "hotel", money("250.00", "USD"));
      System.out.println(twophase.transfers().transfer(dinner).isApplied());
      System.out.println(
          twophase.authorizations().captureInPart(deposit.id(), money("45.00", "USD")));
      var supper = transfer("supper", "guest", "hotel", money("250.00", "USD"));
      System.out.println(twophase.transfers().transfer(supper).isApplied());
    }
  }
}
