package io.twophase.app.network.storm;

import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.push;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.document.DocumentRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random transactions over a few documents of each kind, so that they meet. What they did can be
 * told from the documents in the end:
 *
 * <ul>
 *   <li>a stock is added to and taken from, within bounds;
 *   <li>a log is changed: its entries are the ids of the transactions, in the order of their
 *       decisions;
 *   <li>a slot is inserted and removed by turns;
 *   <li>of two doctors on call one at least stays so: whoever goes checks the other.
 * </ul>
 */
final class DocumentRequests {

  static final int STOCKS = 4;
  static final int LOGS = 5;
  static final int SLOTS = 3;
  static final int PAIRS = 2;
  static final int ACCOUNTS = 4;
  static final long FLOOR = 0;
  static final long CEILING = 400;

  private final Random random;

  DocumentRequests(Random random) {
    this.random = random;
  }

  static DocumentRef stock(int number) {
    return TwoPhase.document("stocks", number);
  }

  static DocumentRef log(int number) {
    return TwoPhase.document("logs", number);
  }

  static DocumentRef slot(int number) {
    return TwoPhase.document("slots", number);
  }

  /** One of a pair of doctors: of pair 0, they are 0 and 1. */
  static DocumentRef doctor(int number) {
    return TwoPhase.document("doctors", number);
  }

  /** What is there at first. */
  static TransactionRequest opening() {
    TransactionRequest request = TwoPhase.transaction("opening");
    for (int at = 0; at < STOCKS; at++) {
      request = request.insert(stock(at), Map.of("left", 200L));
    }
    for (int at = 0; at < LOGS; at++) {
      request = request.insert(log(at), Map.of("n", 0, "ids", List.of()));
    }
    for (int at = 0; at < 2 * PAIRS; at++) {
      request = request.insert(doctor(at), Map.of("onCall", true));
    }
    return request;
  }

  /** One of one to four parts, in a random order. */
  TransactionRequest next(int number) {
    TransactionRequest request = TwoPhase.transaction("t" + number);
    List<Integer> kinds = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    Collections.shuffle(kinds, random);
    int parts = 1 + random.nextInt(3);
    for (int part = 0; part < parts; part++) {
      request = part(request, kinds.get(part));
    }
    return request;
  }

  private TransactionRequest part(TransactionRequest request, int kind) {
    return switch (kind) {
      case 0 -> transfer(request);
      case 1 -> request.add(stock(random.nextInt(STOCKS)), "left", notZero(60), FLOOR, CEILING);
      case 2 -> twoLogs(request);
      case 3 -> insertOrRemove(request);
      case 4 -> onCall(request);
      default -> checkLog(request);
    };
  }

  private static boolean touchesLog(TransactionRequest request) {
    return request.operations().stream()
        .anyMatch(
            operation ->
                operation.foldTarget(
                    account -> false,
                    document -> document.document().collection().collection().equals("logs")));
  }

  private TransactionRequest checkLog(TransactionRequest request) {
    return touchesLog(request)
        ? request
        : request.check(log(random.nextInt(LOGS)), where("n").atLeast(random.nextInt(3)));
  }

  private TransactionRequest transfer(TransactionRequest request) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    int amount = 1 + random.nextInt(60);
    return request
        .debit(accountId("a" + from), cents(amount))
        .credit(accountId("a" + to), cents(amount));
  }

  private TransactionRequest twoLogs(TransactionRequest request) {
    if (touchesLog(request)) {
      return request;
    }
    int first = random.nextInt(LOGS);
    int second = (first + 1 + random.nextInt(LOGS - 1)) % LOGS;
    String id = request.id().value();
    return request
        .change(log(first), inc("n", 1), push("ids", id))
        .change(log(second), inc("n", 1), push("ids", id));
  }

  private TransactionRequest insertOrRemove(TransactionRequest request) {
    DocumentRef slot = slot(random.nextInt(SLOTS));
    return random.nextBoolean()
        ? request.insert(slot, Map.of("by", request.id().value()))
        : request.remove(slot, where("by").exists());
  }

  private TransactionRequest onCall(TransactionRequest request) {
    int pair = random.nextInt(PAIRS);
    int one = 2 * pair + random.nextInt(2);
    int other = 4 * pair + 1 - one;
    return random.nextBoolean()
        ? request.change(doctor(one), set("onCall", true))
        : request
            .check(doctor(other), where("onCall").is(true))
            .change(doctor(one), where("onCall").is(true), set("onCall", false));
  }

  private int notZero(int most) {
    int drawn = 1 + random.nextInt(most);
    return random.nextBoolean() ? drawn : -drawn;
  }
}
