package io.twophase.cli.demo;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.cli.demo.WorkerProcess.Answers;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Compares what a {@link BusyShop} has stored, when all its workers have ended, with what the
 * workers have acknowledged: orders with the shop's statement, and both with money and stock.
 */
final class ShopCheck {

  private static final Pattern ATTEMPT = Pattern.compile("~[0-9]+$");

  private final Answers answers;
  private final StoredDocuments documents;

  /** By order, the amounts that the shop has received. */
  private final Map<String, List<Long>> received;

  /** By customer and by product, the balance and the stock that the orders leave. */
  private final Map<String, Long> expected = new HashMap<>(BusyShop.opening());

  private final List<String> findings = new ArrayList<>();
  private int paid;
  private int lost;
  private int doubled;

  private ShopCheck(TwoPhase twophase, StoredDocuments documents, Answers answers) {
    this.answers = answers;
    this.documents = documents;
    this.received =
        lines(twophase.statements().of(BusyShop.SHOP)).stream()
            .map(Statement.Line::posting)
            .collect(
                groupingBy(
                    ShopCheck::order, mapping(posting -> posting.amount().minor(), toList())));
  }

  /** The number of orders that are stored as paid. */
  int paid() {
    return paid;
  }

  /**
   * The number of acknowledged payments that did not happen whole, and of customers who have more
   * money than their payments leave.
   */
  int lost() {
    return lost;
  }

  /** The number of payments beyond an order's first, and of customers who have less money. */
  int doubled() {
    return doubled;
  }

  /** All that does not agree, a line each; empty if nothing is lost or doubled. */
  List<String> findings() {
    return List.copyOf(findings);
  }

  /**
   * Checks the shop in {@code documents}.
   *
   * @param twophase over the same database, at rest
   */
  static ShopCheck of(TwoPhase twophase, StoredDocuments documents, Answers answers) {
    ShopCheck check = new ShopCheck(twophase, documents, answers);
    check.orders();
    check.balances();
    twophase
        .audit()
        .run()
        .findings()
        .forEach(
            one -> check.findings.add(one.kind().title() + " " + one.id() + ": " + one.detail()));
    return check;
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
    for (Map<String, Object> order : documents.of(BusyShop.ORDERS)) {
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
    boolean isPaid = BusyShop.PAID.equals(order.get("status"));
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
    expected.merge(BusyShop.SHOP.value(), moved, Long::sum);
    expected.merge(
        String.valueOf(order.get("product")), isPaid ? -number(order, "pieces") : 0, Long::sum);
  }

  private void balances() {
    for (Map<String, Object> account : documents.of("accounts")) {
      long more = more(account, "balance");
      boolean isCustomer = !BusyShop.SHOP.value().equals(account.get("_id"));
      lost += isCustomer && more > 0 ? 1 : 0;
      doubled += isCustomer && more < 0 ? 1 : 0;
    }
    documents.of(BusyShop.STOCK).forEach(product -> more(product, BusyShop.LEFT));
  }

  /** Returns how much more there is than the orders leave. */
  private long more(Map<String, Object> document, String field) {
    String id = String.valueOf(document.get("_id"));
    long more = number(document, field) - expected.getOrDefault(id, 0L);
    if (more != 0) {
      findings.add("%s of %s is %d more than the orders leave".formatted(field, id, more));
    }
    return more;
  }

  private static long number(Map<String, Object> document, String field) {
    return document.get(field) instanceof Number number ? number.longValue() : 0;
  }
}
