package io.twophase.app.retention;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Removes lone transactions that were finished long ago, page by page, the oldest first. */
final class LoneRemoval {

  private final TransactionRepository transactions;
  private final Steps steps;

  LoneRemoval(TransactionRepository transactions, Steps steps) {
    this.transactions = transactions;
    this.steps = steps;
  }

  /**
   * One pass: until so many are removed, or none is left that may be.
   *
   * @param leavesReceipts whether each leaves a receipt in its place
   * @return how many
   */
  long pass(Duration after, boolean leavesReceipts) {
    EndedQuery query = new EndedQuery(after, RemovalPage.SIZE);
    long removed = 0;
    boolean isLast = false;
    while (!isLast && removed < TransactionRepository.MAX_LATEST) {
      List<TransactionLookup> shown = transactions.ended(query);
      isLast = shown.size() < RemovalPage.SIZE;
      List<TransactionLookup.Found> page = new ArrayList<>();
      // what cannot be read has no date to go on from
      int unreadable = query.skip();
      for (TransactionLookup lookup : shown) {
        if (lookup instanceof TransactionLookup.Found found) {
          page.add(found);
          unreadable = 0;
        } else {
          unreadable++;
        }
      }
      removed += remove(page, leavesReceipts);
      query =
          (page.isEmpty() ? query : query.after(page.get(page.size() - 1).record()))
              .withSkip(unreadable);
    }
    return removed;
  }

  private long remove(List<TransactionLookup.Found> page, boolean leavesReceipts) {
    List<Transaction> going =
        steps.taken(new RemovalPage(page, List.of())).transactions().stream()
            .map(TransactionLookup.Found::record)
            .toList();
    if (going.isEmpty()) {
      return 0;
    }
    List<MatchOutcome> outcomes =
        leavesReceipts
            ? transactions.replace(
                going.stream().flatMap(record -> Receipt.of(record).toJavaStream()).toList())
            : transactions.remove(going);
    return outcomes.stream().filter(outcome -> outcome == MatchOutcome.MATCHED).count();
  }
}
