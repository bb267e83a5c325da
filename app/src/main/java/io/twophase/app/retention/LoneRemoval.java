package io.twophase.app.retention;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
   * @param report receives the result of each page, so that a later fault does not lose it
   */
  void pass(Duration after, boolean leavesReceipts, Consumer<Retention.Removed> report) {
    EndedQuery query = new EndedQuery(after, RemovalPage.SIZE);
    long gone = 0;
    boolean isLast = false;
    while (!isLast && gone < TransactionRepository.MAX_LATEST) {
      List<TransactionLookup> shown = transactions.ended(query);
      isLast = shown.size() < RemovalPage.SIZE;
      List<TransactionLookup.Found> page = new ArrayList<>();
      List<TransactionLookup.Unreadable> stays = new ArrayList<>();
      // what cannot be read has no date to go on from
      int unreadable = query.skip();
      for (TransactionLookup lookup : shown) {
        if (lookup instanceof TransactionLookup.Found found) {
          page.add(found);
          unreadable = 0;
        } else {
          unreadable++;
          if (lookup instanceof TransactionLookup.Unreadable bad) {
            stays.add(bad);
          }
        }
      }
      report.accept(Retention.Removed.staying(stays));
      Retention.Removed removed = remove(page, leavesReceipts);
      report.accept(removed);
      gone += removed.transactions();
      query =
          (page.isEmpty() ? query : query.after(page.get(page.size() - 1).record()))
              .withSkip(unreadable);
    }
  }

  private Retention.Removed remove(List<TransactionLookup.Found> page, boolean leavesReceipts) {
    List<Transaction> going =
        steps.taken(new RemovalPage(page, List.of())).transactions().stream()
            .map(TransactionLookup.Found::record)
            .toList();
    return Removals.of(
        going,
        record -> record.id().value(),
        some ->
            leavesReceipts
                ? transactions.replace(
                    some.stream().flatMap(record -> Receipt.of(record).toJavaStream()).toList())
                : transactions.remove(some));
  }
}
