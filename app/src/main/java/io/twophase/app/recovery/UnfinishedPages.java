package io.twophase.app.recovery;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/**
 * Unfinished records page by page, those first that have not changed for longest. Each page begins
 * behind the last record of the one before, so that what changes between two pages hides nothing: a
 * record that changes comes again, at the end.
 */
final class UnfinishedPages {

  private final TransactionRepository transactions;
  private UnfinishedQuery query;
  private boolean isLast;

  UnfinishedPages(
      TransactionRepository transactions,
      Duration unmodifiedFor,
      Option<ApplicationName> application) {
    this.transactions = transactions;
    this.query = new UnfinishedQuery(unmodifiedFor, application, TransactionRepository.MAX_LATEST);
  }

  boolean hasNext() {
    return !isLast;
  }

  /** The next page, of at most {@code limit}. */
  List<TransactionLookup> next(int limit) {
    List<TransactionLookup> page = transactions.unfinished(query.withLimit(limit));
    isLast = page.size() < limit;
    Option<Transaction> last = Option.none();
    // what cannot be read has no date to go on from
    int unreadable = query.skip();
    for (TransactionLookup lookup : page) {
      if (lookup instanceof TransactionLookup.Found found) {
        last = Option.some(found.record());
        unreadable = 0;
      } else {
        unreadable++;
      }
    }
    query = last.map(query::after).getOrElse(query).withSkip(unreadable);
    return page;
  }
}
