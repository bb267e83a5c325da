package io.twophase.app.retention;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
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
   * @return how many
   */
  long pass(Duration after) {
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
      removed += remove(page);
      query =
          (page.isEmpty() ? query : query.after(page.get(page.size() - 1).record()))
              .withSkip(unreadable);
    }
    return removed;
  }

  private long remove(List<TransactionLookup.Found> page) {
    RemovalPage taken = steps.taken(new RemovalPage(page, List.of()));
    return taken.isEmpty()
        ? 0
        : transactions
            .remove(taken.transactions().stream().map(TransactionLookup.Found::record).toList())
            .stream()
            .filter(outcome -> outcome == MatchOutcome.MATCHED)
            .count();
  }
}
