package io.twophase.app.network.storm;

import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.push;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
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
 *   <li>a log is changed;
 *   <li>a slot is inserted and removed by turns, and its journal is changed with it;
 *   <li>of two doctors on call one at least stays so: whoever goes checks the other.
 * </ul>
 *
 * <p>Logs, journals and doctors have the ids of the transactions that changed them, in the order of
 * their decisions.
 */
final class DocumentRequests {

  static final int ACCOUNTS = 4;
  static final long STOCK = 200;
  static final long FLOOR = 0;
  static final long CEILING = 400;

  private final Random random;
  private final DocumentPlaces places;

  DocumentRequests(Random random, DocumentPlaces places) {
    this.random = random;
    this.places = places;
  }

  /** What is there at first. */
  static TransactionRequest opening(DocumentPlaces places) {
    TransactionRequest request = TwoPhase.transaction("opening");
    for (DocumentRef stock : places.stocks()) {
      request = request.insert(stock, Map.of("left", STOCK));
    }
    for (DocumentRef signed : places.signed()) {
      request = request.insert(signed, Map.of("n", 0, "onCall", true, "ids", List.of()));
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
      case 1 -> toStock(request);
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
        : request.check(
            places.log(random.nextInt(DocumentPlaces.LOGS)), where("n").atLeast(random.nextInt(3)));
  }

  private TransactionRequest toStock(TransactionRequest request) {
    DocumentRef stock = places.stock(random.nextInt(DocumentPlaces.STOCKS));
    return request.add(stock, "left", notZero(60), FLOOR, CEILING);
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
    int first = random.nextInt(DocumentPlaces.LOGS);
    int second = (first + 1 + random.nextInt(DocumentPlaces.LOGS - 1)) % DocumentPlaces.LOGS;
    return request
        .change(places.log(first), inc("n", 1), signature(request))
        .change(places.log(second), inc("n", 1), signature(request));
  }

  private static FieldChange signature(TransactionRequest request) {
    return push("ids", request.id().value());
  }

  private TransactionRequest insertOrRemove(TransactionRequest request) {
    int number = random.nextInt(DocumentPlaces.SLOTS);
    DocumentRef slot = places.slot(number);
    TransactionRequest turned =
        random.nextBoolean()
            ? request.insert(slot, Map.of("by", request.id().value()))
            : request.remove(slot, where("by").exists());
    return turned.change(places.journal(number), inc("n", 1), signature(request));
  }

  private TransactionRequest onCall(TransactionRequest request) {
    int pair = random.nextInt(DocumentPlaces.PAIRS);
    int one = 2 * pair + random.nextInt(2);
    int other = 4 * pair + 1 - one;
    return random.nextBoolean()
        ? request.change(places.doctor(one), inc("n", 1), set("onCall", true), signature(request))
        : request
            .check(places.doctor(other), where("onCall").equalTo(true))
            .change(
                places.doctor(one),
                where("onCall").equalTo(true),
                inc("n", 1),
                set("onCall", false),
                signature(request));
  }

  private int notZero(int most) {
    int drawn = 1 + random.nextInt(most);
    return random.nextBoolean() ? drawn : -drawn;
  }
}
