package io.twophase.cli.demo;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.demo.ShopWorker.WorkerProcess.Answers;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

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
      String customer = CUSTOMERS.get(drawn(CUSTOMERS.size(), random));
      long cents = pieces * FIRST_PRICE * (product + 1);
      placing =
          placing.insert(
              document(ORDERS, id),
              Map.of(
                  "customer", customer,
                  "product", PRODUCTS.get(product),
                  "pieces", pieces,
                  "cents", cents,
                  "status", "UnPaid"));
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

  /**
   * Compares what a {@link BusyShop} has stored, when all its workers have ended, with what the
   * workers have acknowledged: orders with the shop's statement, and both with money and stock.
   */
  static final class ShopCheck {

    private static final Pattern ATTEMPT = Pattern.compile("~[0-9]+$");

    private final Answers answers;
    private final StoredDocuments documents;

    /** By order, the amounts that the shop has received. */
    private final Map<String, List<Long>> received;

    /** By customer and by product, the balance and the stock that the orders leave. */
    private final Map<String, Long> expected = new HashMap<>(opening());

    private final List<String> findings = new ArrayList<>();
    private int paid;
    private int lost;
    private int doubled;

    /**
     * The result of a check.
     *
     * @param paid the number of orders that are stored as paid
     * @param lost the number of acknowledged payments that did not happen whole, and of customers
     *     who have more money than their payments leave
     * @param doubled the number of payments beyond an order's first, and of customers who have less
     *     money
     * @param findings all that does not agree, a line each; empty if nothing is lost or doubled
     */
    record Found(int paid, int lost, int doubled, List<String> findings) {}

    private ShopCheck(TwoPhase twophase, StoredDocuments documents, Answers answers) {
      this.answers = answers;
      this.documents = documents;
      this.received =
          lines(twophase.statements().of(SHOP)).stream()
              .map(Statement.Line::posting)
              .collect(
                  groupingBy(
                      ShopCheck::order, mapping(posting -> posting.amount().minor(), toList())));
    }

    /**
     * Checks the shop in {@code documents}.
     *
     * @param twophase over the same database, at rest
     */
    static Found of(TwoPhase twophase, StoredDocuments documents, Answers answers) {
      ShopCheck check = new ShopCheck(twophase, documents, answers);
      check.orders();
      check.balances();
      check.findings.addAll(Stage.findings(twophase));
      return new Found(check.paid, check.lost, check.doubled, check.findings);
    }

    private static List<Statement.Line> lines(StatementAnswer answer) {
      return answer instanceof StatementAnswer.Found found ? found.statement().lines() : List.of();
    }

    private static String order(Posting posting) {
      return ATTEMPT.matcher(posting.transaction().value()).replaceFirst("");
    }

    private void orders() {
      Set<String> missing = new HashSet<>(answers.paid());
      Set<String> strangers = new HashSet<>(received.keySet());
      for (Map<String, Object> order : documents.of(ORDERS)) {
        String id = String.valueOf(order.get("_id"));
        missing.remove(id);
        strangers.remove(id);
        order(id, order, received.getOrDefault(id, List.of()));
      }
      lost += missing.size();
      missing.forEach(id -> findings.add(id + " is acknowledged as paid, and not there"));
      strangers.forEach(id -> findings.add("transaction " + id + " paid the shop for no order"));
    }

    private void order(String id, Map<String, Object> order, List<Long> payments) {
      boolean isPaid = PAID.equals(order.get("status"));
      boolean isPaidOnce = isPaid && payments.equals(List.of(number(order, "cents")));
      boolean isUnpaid = !isPaid && payments.isEmpty();
      paid += isPaid ? 1 : 0;
      doubled += Math.max(0, payments.size() - 1);
      lost += answers.paid().contains(id) && (payments.isEmpty() || !isPaid) ? 1 : 0;
      if (answers.paid().contains(id) ? !isPaidOnce : !isUnpaid && !isPaidOnce) {
        findings.add("%s is %s, and the shop received %s".formatted(id, order, payments));
      }
      if (isPaid && answers.refused().contains(id)) {
        findings.add(id + " is paid, and acknowledged as refused");
      }
      long moved = payments.stream().mapToLong(each -> each).sum();
      expected.merge(String.valueOf(order.get("customer")), -moved, Long::sum);
      expected.merge(SHOP.value(), moved, Long::sum);
      expected.merge(
          String.valueOf(order.get("product")), isPaid ? -number(order, "pieces") : 0, Long::sum);
    }

    private void balances() {
      for (Map<String, Object> account : documents.of("accounts")) {
        long more = more(account, "balance");
        boolean isCustomer = !SHOP.value().equals(account.get("_id"));
        lost += isCustomer && more > 0 ? 1 : 0;
        doubled += isCustomer && more < 0 ? 1 : 0;
      }
      documents.of(STOCK).forEach(product -> more(product, LEFT));
    }

    /** Returns how much more there is than the orders leave. */
    private long more(Map<String, Object> document, String field) {
      String id = String.valueOf(document.get("_id"));
      long more = number(document, field) - expected.getOrDefault(id, 0L);
      if (more != 0) {
        findings.add("%s of %s is %s more than the orders leave".formatted(field, id, more));
      }
      return more;
    }

    private static long number(Map<String, Object> document, String field) {
      return document.get(field) instanceof Number number ? number.longValue() : 0;
    }
  }
}
