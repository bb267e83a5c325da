package io.twophase.app.recovery;

import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Retention does this before it removes ended transactions. For each page, it asks all steps first
 * what must stay; then it calls {@link #keep} of each with the rest; then it removes the rest. Any
 * number of passes may run at once, in several processes, and their pages may overlap. A pass may
 * die at any moment; transactions that it has not removed come again, in pages that need not be the
 * same, and a part of a page may be gone. If a step throws, nothing of the page is removed.
 */
public interface BeforeRemoval {

  /**
   * Sees the whole page first, with what will be held back. Pages come in the order in which their
   * records ended, the oldest first, then by the records' ids, of one member or of several alike.
   * Each follows the one before it: no record that ended between two pages is in neither, but one
   * that cannot be read. Then it is as with {@link #keep}.
   *
   * @throws io.twophase.ports.StoreException if that fails; then the pass ends
   */
  default void see(RemovalPage page) {}

  /**
   * Returns which transactions of the page must stay for now: they come again with the next pass.
   * None, unless a step says so.
   *
   * @throws io.twophase.ports.StoreException if it is not known; then the pass ends
   */
  default Set<TransactionId> heldBack(RemovalPage page) {
    return Set.of();
  }

  /**
   * Keeps what must outlive these transactions, so that a majority has it when this returns. It
   * must be idempotent for each transaction: it may be called again with any of them.
   *
   * @throws io.twophase.ports.StoreException if that fails; then the pass ends
   */
  default void keep(RemovalPage page) {}

  /**
   * Transactions whose records ended long enough ago, as a majority has them. They are in the order
   * in which their records ended, and those of one record are in one page.
   *
   * @param transactions done or canceled, each with the record that decided it
   */
  record RemovalPage(List<Lookup> transactions) {

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
}
