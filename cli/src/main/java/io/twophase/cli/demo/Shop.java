package io.twophase.cli.demo;

import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A shop's database: the customer's account, the shop's, its orders and their payments. */
final class Shop extends Stage {

  private static final AccountId ANN = TwoPhase.account("ann");
  private static final AccountId SHOP = TwoPhase.account("shop");
  private static final Money BUDGET = TwoPhase.money("50.00", "USD");

  /**
   * A fresh one on {@code server}: ann has 50.00, and there is no order.
   *
   * @param front is put in front of the store
   */
  Shop(EmbeddedServer server, String name, UnaryOperator<Store> front) {
    super(
        server,
        name,
        front,
        Picture.SHOP,
        Opening.of(ANN, BUDGET).get(),
        Opening.of(SHOP, Money.zero(BUDGET.currency())).get());
  }

  /** The order comes to be, unpaid. */
  static TransactionRequest create(String order, String price) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("status", "UnPaid");
    fields.put("price", price);
    return TwoPhase.transaction("create-" + order).insert(order(order), fields);
  }

  /** The money moves, the order turns from UnPaid to Paid, and the payment is written down. */
  static TransactionRequest pay(String id, String order, String price) {
    Money amount = TwoPhase.money(price, "USD");
    return TwoPhase.transaction(id)
        .debit(ANN, amount)
        .credit(SHOP, amount)
        .change(order(order), where("status").equalTo("UnPaid"), set("status", "Paid"))
        .insert(TwoPhase.document("payments", "payment-" + order), Map.of("order", order));
  }

  private static DocumentRef order(String id) {
    return TwoPhase.document("orders", id);
  }

  /** Returns what is wrong, when all is over and ann has paid {@code paid}, for one order. */
  List<String> faults(String paid) {
    List<String> faults = new ArrayList<>();
    Money amount = TwoPhase.money(paid, "USD");
    List<Map<String, Object>> all = picture();
    long payments = all.stream().filter(document -> document.containsKey("order")).count();
    long paidOrders =
        all.stream().filter(document -> "Paid".equals(document.get("status"))).count();
    if (payments != 1 || paidOrders != 1) {
      faults.add("there are " + paidOrders + " orders paid, and " + payments + " payments");
    }
    all.stream()
        .filter(Picture::isHeld)
        .forEach(document -> faults.add("a document is still held: " + document));
    Money left = new Money(BUDGET.minor() - amount.minor(), BUDGET.currency());
    faults.addAll(faults(new TreeMap<>(Map.of(ANN, left, SHOP, amount))));
    return faults;
  }
}
