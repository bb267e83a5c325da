package io.twophase.app.recovery;

import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Transactions whose records ended long enough ago, as a majority has them. They are in the order
 * in which their records ended, and those of one record are in one page.
 *
 * @param transactions done or canceled, each with the record that decided it
 */
public record RemovalPage(List<Lookup> transactions) {

  /** At most so many transactions, but for one record that alone has more. */
  static final int SIZE = 1_000;

  /** The transactions do not change. */
  public RemovalPage {
    transactions = List.copyOf(transactions);
  }

  /** The ids of the transactions. */
  public Set<TransactionId> ids() {
    return transactions.stream().map(RemovalPage::id).collect(Collectors.toSet());
  }

  static TransactionId id(Lookup transaction) {
    return new TransactionId(transaction.id());
  }

  /** The page without some of its transactions. */
  RemovalPage without(Collection<TransactionId> others) {
    return others.isEmpty()
        ? this
        : new RemovalPage(
            transactions.stream().filter(each -> !others.contains(id(each))).toList());
  }

  boolean isEmpty() {
    return transactions.isEmpty();
  }
}
