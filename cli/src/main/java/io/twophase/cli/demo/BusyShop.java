package io.twophase.cli.demo;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A shop: its customers' money, its stock, and orders that are each paid in one transaction. */
final class BusyShop {

  static final AccountId SHOP = account("shop");
  static final String ORDERS = "orders";
  static final String STOCK = "stock";
  static final String LEFT = "left";
  static final String PAID = "Paid";

  /** The last customer is poor, and the last product is scarce. */
  private static final List<String> CUSTOMERS =
      List.of("ann", "bob", "cid", "dora", "eve", "finn", "zoe");

  private static final List<String> PRODUCTS =
      List.of("apples", "bread", "cheese", "coffee", "honey", "truffles");

  private static final long CENTS = 100_000_000;
  private static final long CENTS_OF_THE_POOR = 10_000;
  private static final long PIECES = 1_000_000;
  private static final long PIECES_OF_THE_SCARCE = 40;

  /** The number of orders of which one is of the last customer, and one of the last product. */
  private static final int RARE = 50;

  private static final long FIRST_PRICE = 240;
  private static final int MOST_PIECES = 3;

  private BusyShop() {}

  /** The balances, in cents, and the stock, in pieces, that a shop opens with. */
  static Map<String, Long> opening() {
    Map<String, Long> opening = new HashMap<>();
    CUSTOMERS.forEach(name -> opening.put(name, CENTS));
    PRODUCTS.forEach(name -> opening.put(name, PIECES));
    opening.put(CUSTOMERS.get(CUSTOMERS.size() - 1), CENTS_OF_THE_POOR);
    opening.put(PRODUCTS.get(PRODUCTS.size() - 1), PIECES_OF_THE_SCARCE);
    return opening;
  }

  /** Opens the accounts and lays in the stock. */
  static void open(TwoPhase twophase) {
    twophase.accounts().open(SHOP, money(0)).orElseThrow();
    TransactionRequest stock = TwoPhase.transaction("stock");
    for (Map.Entry<String, Long> each : opening().entrySet()) {
      if (CUSTOMERS.contains(each.getKey())) {
        twophase.accounts().open(account(each.getKey()), money(each.getValue())).orElseThrow();
      } else {
        stock = stock.insert(document(STOCK, each.getKey()), Map.of(LEFT, each.getValue()));
      }
    }
    twophase.run(stock).orElseThrow();
  }

  /** Stores orders that {@code random} draws: all of them or none. */
  static void place(TwoPhase twophase, List<String> ids, Random random) {
    TransactionRequest placing = TwoPhase.transaction("placed-" + ids.get(0));
    for (String id : ids) {
      int product = drawn(PRODUCTS.size(), random);
      long pieces = 1L + random.nextInt(MOST_PIECES);
      placing =
          placing.insert(
              document(ORDERS, id),
              Map.of(
                  "customer",
                  CUSTOMERS.get(drawn(CUSTOMERS.size(), random)),
                  "product",
                  PRODUCTS.get(product),
                  "pieces",
                  pieces,
                  "cents",
                  pieces * FIRST_PRICE * (product + 1),
                  "status",
                  "UnPaid"));
    }
    twophase.run(placing).orElseThrow();
  }

  private static int drawn(int size, Random random) {
    return random.nextInt(RARE) == 0 ? size - 1 : random.nextInt(size - 1);
  }

  /** Pays an order under its id, and so once, however often and by whomever it is asked. */
  static FunctionOutcome<Money> pay(TwoPhase twophase, String id) {
    return twophase.transact(
        id,
        tx -> {
          DocumentSnapshot order =
              tx.get(document(ORDERS, id)).orElseThrow(() -> tx.decline("there is no such order"));
          if (order.string("status").equals(PAID)) {
            throw tx.decline("it is paid");
          }
          Money price = money(order.number("cents"));
          tx.debit(account(order.string("customer")), price);
          tx.credit(SHOP, price);
          tx.put(order.with("status", PAID));
          tx.add(
              document(STOCK, order.string("product")),
              LEFT,
              -order.number("pieces"),
              0,
              AddToField.WIDEST_CEILING);
          return price;
        });
  }

  private static Money money(long cents) {
    return new Money(cents, TwoPhase.money("0", "USD").currency());
  }
}
