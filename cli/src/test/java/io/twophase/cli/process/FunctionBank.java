package io.twophase.cli.process;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transactionId;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.domain.document.DocumentRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Twenty documents with balances. A function reads all of them and moves from one to another, so
 * that the sum is the same in the eyes of each run, also of one that runs again later.
 *
 * @param seed together with the id of a function draws what the function moves
 */
record FunctionBank(long seed) {

  private static final int MOST = 40;
  private static final long OPENING = 100;
  private static final List<DocumentRef> DOCUMENTS =
      IntStream.range(0, 20).mapToObj(at -> document("balances", at)).toList();

  /** Writes the documents. */
  static void open(TwoPhase twophase) {
    twophase
        .transact(
            "opening",
            tx -> {
              DOCUMENTS.forEach(ref -> tx.insert(ref, Map.of("balance", OPENING, "moves", 0)));
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
          List<DocumentSnapshot> all =
              tx.get(DOCUMENTS).stream().map(Optional::orElseThrow).toList();
          requireSum(id, all);
          Random random = new Random(seed + id.hashCode());
          int from = random.nextInt(all.size());
          int to = (from + 1 + random.nextInt(all.size() - 1)) % all.size();
          long amount = Math.min(all.get(from).number("balance"), random.nextInt(MOST));
          tx.put(moved(all.get(from), -amount));
          tx.put(moved(all.get(to), amount));
          return null;
        });
  }

  private static DocumentSnapshot moved(DocumentSnapshot document, long amount) {
    return document
        .with("balance", document.number("balance") + amount)
        .with("moves", document.number("moves") + 1);
  }

  /** How often a balance was moved, in all: twice by each function. */
  static long moves(TwoPhase twophase) {
    return twophase
        .transact(
            "moves",
            tx -> {
              List<DocumentSnapshot> all =
                  tx.get(DOCUMENTS).stream().map(Optional::orElseThrow).toList();
              requireSum("moves", all);
              return sum(all, "moves");
            })
        .orElseThrow();
  }

  private static void requireSum(String id, List<DocumentSnapshot> all) {
    if (sum(all, "balance") != OPENING * DOCUMENTS.size()) {
      throw new AssertionError("function " + id + " sees the sum " + sum(all, "balance"));
    }
  }

  private static long sum(List<DocumentSnapshot> all, String field) {
    return all.stream().mapToLong(document -> document.number(field)).sum();
  }
}
