package io.twophase.app.audit;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;

/**
 * Reads every account and every transaction record, changes nothing, and adds the books up again
 * from what was recorded: each account's balance must be its opening balance and every operation of
 * every transaction that happened, no more and no less. Conservation alone would be blind to a
 * transfer that is lost or done twice.
 *
 * <p>Documents of hosts are not added up, since anybody may write to them: their holds are checked
 * against the records, and the bounds of their fields against values and holds.
 *
 * <p>Where a pass removes finished records, what it has carried of them counts in their place.
 * Where they may have expired otherwise they do not add up to the balances, so there it checks what
 * is left: each account's figures against its holds, the holds against the records, the sums.
 *
 * <p>The records are not read at one moment: on a store that is being written to, a transaction
 * caught halfway may be reported. Audit at rest.
 */
public final class Audit {

  /** How often the records are read where retention is at work meanwhile. */
  private static final int MOST_READINGS = 3;

  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;
  private final Option<CarriedBalanceRepository> carried;
  private final Option<AuditedDocuments> documents;
  private final Duration stuckAfter;

  /**
   * An audit of one store.
   *
   * @param documents if documents take part in its transactions
   * @param stuckAfter how long an unfinished transaction may be unmodified before it is reported
   */
  public Audit(
      AccountRepository accounts,
      TransactionRepository transactions,
      Option<AuditedDocuments> documents,
      Duration stuckAfter) {
    this(accounts, transactions, Option.none(), Option.none(), documents, stuckAfter);
  }

  /**
   * The same, of a store that has batches, and of which retention carries what it removes.
   *
   * @param batches their records
   * @param carried what removed records come to
   */
  public Audit(
      AccountRepository accounts,
      TransactionRepository transactions,
      Option<BatchRepository> batches,
      Option<CarriedBalanceRepository> carried,
      Option<AuditedDocuments> documents,
      Duration stuckAfter) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.batches = batches;
    this.carried = carried;
    this.documents = documents;
    this.stuckAfter = stuckAfter;
  }

  /**
   * Reads everything and reports.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AuditReport run() {
    boolean mayHaveExpired = transactions.mayHaveExpired();
    boolean complete = !mayHaveExpired || carried.exists(CarriedBalanceRepository::isComplete);
    Records records = mayHaveExpired ? besideRetention() : records(new CarriedBooks(), true);
    Books books = new Books(records, complete);
    accounts.scan(books::add);
    return books.close(transactions, batches, findings(records));
  }

  /** What a pass carried while the records were read is in them, or not: so they are read again. */
  private Records besideRetention() {
    CarriedBooks before = CarriedBooks.read(carried);
    Records records = records(before, false);
    for (int reading = 1; reading < MOST_READINGS; reading++) {
      CarriedBooks after = CarriedBooks.read(carried);
      if (after.isAsBefore(before)) {
        break;
      }
      before = after;
      records = records(before, false);
    }
    return records;
  }

  private Records records(CarriedBooks books, boolean areAllThere) {
    Records records = new Records(stuckAfter, areAllThere, books);
    transactions.scan(records::add);
    return records;
  }

  /** What is off in the documents, in every collection that has ever taken part. */
  private List<Finding> findings(Records records) {
    return documents
        .map(
            there -> {
              DocumentBooks books = new DocumentBooks(there.home(), records);
              there.read(books);
              return books.close(transactions);
            })
        .getOrElse(List::of);
  }
}
