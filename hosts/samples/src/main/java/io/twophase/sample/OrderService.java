package io.twophase.sample;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.ports.StoreException;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Takes orders. An order is paid and written down, or neither; once, however often it is sent and
 * whatever dies meanwhile. Thread-safe.
 */
public final class OrderService {

  private static final AccountId SHOP = account("shop");

  /** Those who can buy; the last one has little. */
  private static final Map<String, String> CUSTOMERS =
      Map.of("ann", "1000000.00", "bob", "1000000.00", "cy", "20.00");

  private final TwoPhase twophase;

  /** Over a Twophase that its owner closes. Opens the accounts, unless they are there. */
  public OrderService(TwoPhase twophase) {
    this.twophase = twophase;
    twophase.accounts().open(SHOP, money("0.00", "USD")).orElseThrow();
    CUSTOMERS.forEach(
        (name, has) -> twophase.accounts().open(account(name), money(has, "USD")).orElseThrow());
  }

  /** Has an order paid, or says why it is not. The same order again has the same answer. */
  public Answer place(Order order) {
    try {
      return twophase
          .run(payment(order))
          .fold(
              applied -> new Answer(Answer.PAID, "paid"),
              refused -> new Answer(Answer.REFUSED, refused.reason().message()),
              unknown -> new Answer(Answer.ASK_AGAIN, "not certain yet: " + unknown.why()),
              notAsked -> new Answer(Answer.ASK_AGAIN, notAsked.why()));
    } catch (IllegalArgumentException invalid) {
      return new Answer(Answer.INVALID, String.valueOf(invalid.getMessage()));
    } catch (StoreException fault) {
      return new Answer(Answer.ASK_AGAIN, String.valueOf(fault.getMessage()));
    }
  }

  /** The money moves and the order is written down: or none of it. */
  private static TransactionRequest payment(Order order) {
    Money price = money(BigDecimal.valueOf(order.cents(), 2).toPlainString(), "USD");
    return transaction("order-" + order.id())
        .debit(account(order.customer()), price)
        .credit(SHOP, price)
        .insert(
            document("orders", order.id()),
            Map.of("customer", order.customer(), "cents", order.cents()));
  }
}
