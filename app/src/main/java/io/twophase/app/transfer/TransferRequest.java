package io.twophase.app.transfer;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Either;
import java.util.Objects;
import java.util.Optional;

/**
 * A transfer to make.
 *
 * @param id names it: asked again under the same id with the same figures, it has the same answer
 * @param source the account to be debited
 * @param destination the account to be credited
 * @param amount how much, above zero
 * @param importedRow the row of a file that asks for it, if one does; the record keeps it. Two
 *     requests that differ only in it count as the same
 * @param labels the reference and the metadata, to find it by. Two requests that differ only in
 *     them count as the same: those of the first one are kept
 * @param atMost whether it takes as much as there is where less than the amount is available; where
 *     nothing is, it is refused as {@code NothingAvailable}
 * @param period the accounting period that it is a posting of, if it is one's: refused if that is
 *     not open
 */
public record TransferRequest(
    TransactionId id,
    AccountId source,
    AccountId destination,
    Money amount,
    Optional<ImportedRow> importedRow,
    Labels labels,
    boolean atMost,
    Optional<PeriodName> period)
    implements Request {

  /**
   * @throws NullPointerException if one of them is missing; the message names it
   */
  public TransferRequest {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(amount, "amount");
    Objects.requireNonNull(importedRow, "importedRow");
    Objects.requireNonNull(labels, "labels");
    Objects.requireNonNull(period, "period");
  }

  /** A transfer of all of the amount, without labels. */
  public TransferRequest(
      TransactionId id,
      AccountId source,
      AccountId destination,
      Money amount,
      Optional<ImportedRow> importedRow) {
    this(id, source, destination, amount, importedRow, Labels.NONE, false, Optional.empty());
  }

  /** A transfer of all of the amount that no import asks for. */
  public TransferRequest(TransactionId id, AccountId source, AccountId destination, Money amount) {
    this(id, source, destination, amount, Optional.empty());
  }

  /** Returns the same, asked for by a row of an import. */
  public TransferRequest importedBy(ImportedRow row) {
    return with(Optional.of(Objects.requireNonNull(row, "row")), labels, atMost, period);
  }

  /** Returns the same, with other labels. */
  public TransferRequest labelled(Labels newLabels) {
    return with(importedRow, newLabels, atMost, period);
  }

  /**
   * Returns the same, of as much as there is available at the source, and no more than the amount.
   * The outcome says how much that was.
   */
  public TransferRequest takingAtMost() {
    return with(importedRow, labels, true, period);
  }

  /**
   * Returns the same as a posting of an accounting period: it is refused as {@code PeriodClosed} if
   * that is not open.
   */
  public TransferRequest inPeriod(PeriodName newPeriod) {
    return with(
        importedRow, labels, atMost, Optional.of(Objects.requireNonNull(newPeriod, "newPeriod")));
  }

  private TransferRequest with(
      Optional<ImportedRow> row, Labels newLabels, boolean most, Optional<PeriodName> newPeriod) {
    return new TransferRequest(id, source, destination, amount, row, newLabels, most, newPeriod);
  }

  @Override
  public Either<TransactionRefusal, NewTransaction> transaction() {
    Either<TransactionRefusal, NewTransaction> transfer =
        NewTransaction.transfer(id, source, destination, amount, atMost)
            .flatMap(
                body -> period.isEmpty() ? Either.right(body) : body.inPeriod(period.orElseThrow()))
            .flatMap(body -> body.asked(labels));
    return importedRow.isEmpty()
        ? transfer
        : transfer.map(body -> body.importedBy(importedRow.orElseThrow()));
  }
}
