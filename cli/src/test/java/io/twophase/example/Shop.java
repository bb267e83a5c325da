package io.twophase.example;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import java.util.Map;

/** The host of docs/HOST_TESTS.md: a shop whose customer pays orders. */
final class Shop {

  static final AccountId CUSTOMER = account("customer");
  static final AccountId TILL = account("till");

  private final TwoPhase twophase;

  Shop(TwoPhase twophase) {
    this.twophase = twophase;
  }

  static DocumentRef order(String number) {
    return document("orders", number);
  }

  TransactionOutcome place(String number) {
    return twophase.run(
        transaction("place-" + number).insert(order(number), Map.of("status", "UnPaid")));
  }

  TransactionOutcome pay(String number, String amount) {
    return twophase.run(
        transaction("pay-" + number)
            .debit(CUSTOMER, money(amount, "USD"))
            .credit(TILL, money(amount, "USD"))
            .change(order(number), where("status").is("UnPaid"), set("status", "Paid")));
  }
}
