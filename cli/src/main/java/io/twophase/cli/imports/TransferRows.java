package io.twophase.cli.imports;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Labels;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The transfers of a file, in its order. A row that is not a transfer is reported when it is read,
 * and left out.
 */
final class TransferRows implements Iterator<TransferRows.TransferRow>, AutoCloseable {

  private static final int AHEAD = 500;

  private final CsvFile file;
  private final ImportWork work;
  private final Deque<TransferRow> ready = new ArrayDeque<>();

  /**
   * A row of a file, and the transfer that it asks for.
   *
   * @param row the row
   * @param request the transfer
   */
  record TransferRow(CsvFile.Row row, TransferRequest request) {}

  /**
   * The transfers of the file that {@code work} reads, which receives each row that is no transfer.
   *
   * @param work where no more rows are wanted, those that were read ahead are not given out
   */
  TransferRows(ImportWork work) {
    this.file = CsvFile.open(work.files().transfers(), work.files().columns());
    this.work = work;
  }

  @Override
  public boolean hasNext() {
    if (work.stop().getAsBoolean()) {
      return false;
    }
    while (ready.isEmpty() && file.hasNext()) {
      readAhead();
    }
    return !ready.isEmpty();
  }

  @Override
  public TransferRow next() {
    if (ready.isEmpty() && !hasNext()) {
      throw new NoSuchElementException("no more transfers");
    }
    work.tally().add(Count.GIVEN, 1);
    return ready.remove();
  }

  /** Reads some rows, the currencies that they leave open at once, and then the amounts. */
  private void readAhead() {
    List<AccountId> open = new ArrayList<>();
    List<Runnable> amounts = new ArrayList<>();
    for (CsvFile.Row row : file.next(AHEAD)) {
      read(
          row,
          () -> {
            Supplier<TransferRequest> request = parse(row, open);
            amounts.add(() -> read(row, () -> ready.add(new TransferRow(row, request.get()))));
          });
    }
    work.currencies().learn(open);
    amounts.forEach(Runnable::run);
  }

  private void read(CsvFile.Row row, Runnable fields) {
    BadRow.read(row, fields, fault -> work.bad(row, fault));
  }

  /**
   * Reads all of a row but its amount, which waits for its currency.
   *
   * @param open receives the accounts, if their currency is that of the amount
   */
  private Supplier<TransferRequest> parse(CsvFile.Row row, List<AccountId> open) {
    row.requireWhole();
    Optional<Currency> currency = BadRow.currency(row).or(work::given);
    Labels labels = Arguments.parsed(Labels.of(row.find(Field.REFERENCE), Map.of()));
    TransactionId id = work.ids().id(row);
    AccountId from = Arguments.accountId(row.get(Field.SOURCE));
    AccountId to = Arguments.accountId(row.get(Field.DESTINATION));
    open.addAll(currency.isEmpty() ? List.of(from, to) : List.of());
    return () -> {
      Money amount = amount(row, currency.orElseGet(() -> work.currencies().of(from, List.of(to))));
      TransferRequest transfer = new TransferRequest(id, from, to, amount).labelled(labels);
      return work.period().posting(transfer).importedBy(work.ids().row(row));
    };
  }

  private static Money amount(CsvFile.Row row, Currency currency) {
    Money amount = BadRow.amount(row, Field.AMOUNT, currency);
    if (!amount.isPositive()) {
      throw CommandFailure.badInput(
          "AmountNotPositive", "amount '" + amount.toDecimal() + "' must be above zero");
    }
    return amount;
  }

  @Override
  public void close() {
    file.close();
  }
}
