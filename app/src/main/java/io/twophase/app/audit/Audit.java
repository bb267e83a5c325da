package io.twophase.app.audit;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;

/**
 * Reads every account and every transaction record, changes nothing, and adds the books up again
 * from what was recorded: each account's balance must be its opening balance and every operation of
 * every transaction that happened, no more and no less. Conservation alone would be blind to a
 * transfer that is lost or done twice.
 *
 * <p>Where finished records may have expired they do not add up to the balances, so there it checks
 * what is left: each account's figures against its holds, the holds against the records, the sums.
 *
 * <p>The records are not read at one moment: on a store that is being written to, a transaction
 * caught halfway may be reported. Audit at rest.
 */
public final class Audit {

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Duration stuckAfter;

  /**
   * An audit of one store.
   *
   * @param stuckAfter how long an unfinished transaction may be unmodified before it is reported
   */
  public Audit(
      AccountRepository accounts, TransactionRepository transactions, Duration stuckAfter) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.stuckAfter = stuckAfter;
  }

  /**
   * Reads everything and reports.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AuditReport run() {
    boolean complete = !transactions.mayHaveExpired();
    Records records = new Records(stuckAfter, complete);
    transactions.scan(records::add);
    Books books = new Books(records, complete);
    accounts.scan(books::add);
    return books.close(transactions);
  }
}
