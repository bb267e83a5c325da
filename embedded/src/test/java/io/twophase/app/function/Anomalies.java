package io.twophase.app.function;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.document.FieldChange.set;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.document.DocumentRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Each method asks for a function, in the middle of whose first run others are at work, and answers
 * whether an anomaly is there then. They are named as in Adya, "Weak Consistency" (MIT, 1999), in
 * Berenson and others, "A Critique of ANSI SQL Isolation Levels" (1995), and in Fekete and others,
 * "A Read-Only Transaction Anomaly Under Snapshot Isolation" (2004).
 *
 * @param functions whose function is asked for
 * @param others at work meanwhile
 */
record Anomalies(Functions functions, TwoPhase others) {

  private static final AtomicInteger NAMES = new AtomicInteger();

  /** Two documents of a field, which is 0 at first. */
  private record Pair(TwoPhase others, String name, DocumentRef x, DocumentRef y) {

    static Pair of(TwoPhase others) {
      String name = "p" + NAMES.incrementAndGet();
      Pair pair =
          new Pair(others, name, document("pairs", name + "x"), document("pairs", name + "y"));
      others
          .run(transaction(name).insert(pair.x, Map.of("n", 0)).insert(pair.y, Map.of("n", 0)))
          .orElseThrow();
      return pair;
    }

    TransactionRequest request(String what) {
      return transaction(name + " " + what);
    }

    void write(DocumentRef document, long number) {
      others.run(request(document + "=" + number).change(document, set("n", number))).orElseThrow();
    }

    /** Both numbers, as another function sees them. */
    List<Long> seen() {
      return FunctionsContract.onAnotherThread(
          () ->
              others
                  .transact(
                      name + " seen " + NAMES.incrementAndGet(),
                      tx -> List.of(number(tx, x), number(tx, y)))
                  .orElseThrow());
    }
  }

  private static long number(TransactionContext tx, DocumentRef document) {
    return tx.get(document).orElseThrow().number("n");
  }

  private static void put(TransactionContext tx, DocumentRef document, long number) {
    tx.put(tx.get(document).orElseThrow().with("n", number));
  }

  /** What a function does; the others do their part in its first run. */
  private interface Body<T> {
    T run(TransactionContext tx, Runnable meanwhile);
  }

  /** The value of the function, which has happened in the end. */
  private <T> @Nullable T ask(Pair pair, Runnable others, Body<T> body) {
    AtomicInteger runs = new AtomicInteger();
    return functions
        .<T>run(
            transactionId(pair.name() + " function"),
            tx ->
                body.run(
                    tx,
                    () -> {
                      if (runs.incrementAndGet() == 1) {
                        others.run();
                      }
                    }))
        .orElseThrow();
  }

  /** P4: the other's write is overwritten by one that has not seen it. */
  boolean lostUpdate() {
    Pair pair = Pair.of(others);
    ask(
        pair,
        () -> pair.write(pair.x(), 10),
        (tx, meanwhile) -> {
          long before = number(tx, pair.x());
          meanwhile.run();
          put(tx, pair.x(), before + 1);
          return 0;
        });
    return !pair.seen().equals(List.of(11L, 0L));
  }

  /** A5B: each of two takes one of two on the ground that the other one is there. */
  boolean writeSkew() {
    Pair pair = Pair.of(others);
    ask(
        pair,
        () -> pair.write(pair.y(), 1),
        (tx, meanwhile) -> {
          boolean isFree = number(tx, pair.x()) + number(tx, pair.y()) == 0;
          meanwhile.run();
          if (isFree) {
            put(tx, pair.x(), 1);
          }
          return 0;
        });
    return pair.seen().equals(List.of(1L, 1L));
  }

  /** P3, of a document by its id: one that was absent is there when the transaction happens. */
  boolean phantomOfAnAbsentDocument() {
    Pair pair = Pair.of(others);
    DocumentRef absent = document("pairs", pair.name() + "z");
    ask(
        pair,
        () -> others.run(pair.request("insert").insert(absent, Map.of("n", 1))).orElseThrow(),
        (tx, meanwhile) -> {
          boolean isFirst = tx.get(absent).isEmpty();
          meanwhile.run();
          if (isFirst) {
            put(tx, pair.x(), 1);
          }
          return 0;
        });
    return pair.seen().get(0) == 1;
  }

  /** A5A: a function that only reads sees one half of what a transaction has written. */
  boolean readSkew() {
    Pair pair = Pair.of(others);
    @Nullable List<Long> seen =
        ask(
            pair,
            () ->
                others
                    .run(
                        pair.request("both")
                            .change(pair.x(), set("n", 1))
                            .change(pair.y(), set("n", 1)))
                    .orElseThrow(),
            (tx, meanwhile) -> {
              long x = number(tx, pair.x());
              meanwhile.run();
              return List.of(x, number(tx, pair.y()));
            });
    return List.of(0L, 1L).equals(seen);
  }

  /** Two functions that only read see two writes in different orders. */
  boolean longFork() {
    Pair pair = Pair.of(others);
    List<List<Long>> other = new ArrayList<>();
    @Nullable List<Long> seen =
        ask(
            pair,
            () -> {
              pair.write(pair.x(), 1);
              other.add(pair.seen());
              pair.write(pair.y(), 1);
            },
            (tx, meanwhile) -> {
              long x = number(tx, pair.x());
              meanwhile.run();
              return List.of(x, number(tx, pair.y()));
            });
    return other.equals(List.of(List.of(1L, 0L))) && List.of(0L, 1L).equals(seen);
  }

  /**
   * A function that only reads sees a deposit to y, and no fee; the withdrawal from x takes the fee
   * that is due without that deposit.
   */
  boolean readOnlyTransactionAnomaly() {
    Pair pair = Pair.of(others);
    List<List<Long>> statement = new ArrayList<>();
    ask(
        pair,
        () -> {
          pair.write(pair.y(), 20);
          statement.add(pair.seen());
        },
        (tx, meanwhile) -> {
          long fee = number(tx, pair.x()) + number(tx, pair.y()) < 10 ? 1 : 0;
          meanwhile.run();
          put(tx, pair.x(), number(tx, pair.x()) - 10 - fee);
          return 0;
        });
    return statement.equals(List.of(List.of(0L, 20L))) && pair.seen().get(0) == -11;
  }
}
