package io.twophase.cli.process;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transactionId;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.app.function.TransactionContext;
import io.twophase.domain.document.DocumentRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Documents with balances. A function reads all of them and moves from one to another, or to the
 * same if it is the only one, so that the sum is the same in the eyes of each run, also of one that
 * runs again later.
 *
 * @param seed together with the id of a function draws what the function moves
 * @param documents the number of documents
 * @param runs how often the function of an id has run here
 */
record FunctionBank(long seed, int documents, ConcurrentMap<String, Integer> runs) {

  private static final int MOST = 40;
  private static final long OPENING = 100;

  /** A bank no function of which has run. */
  FunctionBank(long seed, int documents) {
    this(seed, documents, new ConcurrentHashMap<>());
  }

  private List<DocumentRef> refs() {
    return IntStream.range(0, documents).mapToObj(at -> document("balances", at)).toList();
  }

  /** Writes the documents. */
  void open(TwoPhase twophase) {
    twophase
        .transact(
            "opening",
            tx -> {
              refs().forEach(ref -> tx.insert(ref, Map.of("balance", OPENING, "moves", 0)));
              return null;
            })
        .orElseThrow();
  }

  /**
   * Asks once for the function of an id.
   *
   * @throws AssertionError if a run sees another sum
   */
  FunctionOutcome<@Nullable Void> move(Functions functions, String id) {
    return functions.<@Nullable Void>run(
        transactionId(id),
        tx -> {
          runs.merge(id, 1, Integer::sum);
          List<DocumentSnapshot> all = all(tx);
          requireSum(id, all);
          Random random = new Random(seed + id.hashCode());
          int from = random.nextInt(documents);
          int to = (from + 1 + random.nextInt(Math.max(1, documents - 1))) % documents;
          long amount = Math.min(all.get(from).number("balance"), random.nextInt(MOST));
          tx.put(moved(all.get(from), -amount));
          tx.put(moved(tx.get(refs().get(to)).orElseThrow(), amount));
          return null;
        });
  }

  private List<DocumentSnapshot> all(TransactionContext tx) {
    return tx.get(refs()).stream().map(Optional::orElseThrow).toList();
  }

  private static DocumentSnapshot moved(DocumentSnapshot document, long amount) {
    return document
        .with("balance", document.number("balance") + amount)
        .with("moves", document.number("moves") + 1);
  }

  /** How often a balance was moved, in all: twice by each function. */
  long moves(TwoPhase twophase) {
    return twophase
        .transact(
            "moves",
            tx -> {
              List<DocumentSnapshot> all = all(tx);
              requireSum("moves", all);
              return sum(all, "moves");
            })
        .orElseThrow();
  }

  private void requireSum(String id, List<DocumentSnapshot> all) {
    if (sum(all, "balance") != OPENING * documents) {
      throw new AssertionError("function " + id + " sees the sum " + sum(all, "balance"));
    }
  }

  private static long sum(List<DocumentSnapshot> all, String field) {
    return all.stream().mapToLong(document -> document.number(field)).sum();
  }
}
