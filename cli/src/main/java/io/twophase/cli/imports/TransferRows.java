package io.twophase.cli.imports;

import static io.vavr.API.For;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.imports.ImportTally.Count;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.transaction.Labels;
import io.vavr.control.Either;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
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
      Consumer<BadRow> refused = fault -> work.bad(row, fault);
      parse(row, open)
          .peekLeft(refused)
          .forEach(
              request ->
                  amounts.add(
                      () ->
                          request
                              .get()
                              .peekLeft(refused)
                              .forEach(transfer -> ready.add(new TransferRow(row, transfer)))));
    }
    work.currencies().learn(open);
    amounts.forEach(Runnable::run);
  }

  /**
   * Reads all of a row but its amount, which waits for its currency.
   *
   * @param open receives the accounts, if their currency is that of the amount
   */
  private Either<BadRow, Supplier<Either<BadRow, TransferRequest>>> parse(
      CsvFile.Row row, List<AccountId> open) {
    if (!row.isWhole()) {
      return Either.left(BadRow.shape(row));
    }
    String code = row.get(Field.CURRENCY);
    Optional<Currency> currency = code.isEmpty() ? work.given() : Arguments.findCurrency(code);
    if (!code.isEmpty() && currency.isEmpty()) {
      return Either.left(BadRow.currency(row, code));
    }
    Optional<String> reference =
        Optional.of(row.get(Field.REFERENCE)).filter(text -> !text.isEmpty());
    return For(
            checked(row, Labels.of(reference, Map.of())),
            checked(row, work.ids().id(row)),
            checked(row, AccountId.parse(row.get(Field.SOURCE))),
            checked(row, AccountId.parse(row.get(Field.DESTINATION))))
        .yield(
            (labels, id, from, to) -> {
              open.addAll(currency.isEmpty() ? List.of(from, to) : List.of());
              return () ->
                  amount(row, currency.orElseGet(() -> work.currencies().of(from, List.of(to))))
                      .map(amount -> new TransferRequest(id, from, to, amount).labelled(labels))
                      .map(work.period()::posting)
                      .map(transfer -> transfer.importedBy(work.ids().row(row)));
            });
  }

  private static <T> Either<BadRow, T> checked(CsvFile.Row row, Either<? extends Reason, T> read) {
    return read.mapLeft(reason -> BadRow.of(row.line(), reason));
  }

  private static Either<BadRow, Money> amount(CsvFile.Row row, Currency currency) {
    return Money.parse(row.get(Field.AMOUNT), currency)
        .mapLeft(refusal -> BadRow.field(row, Field.AMOUNT, refusal))
        .filterOrElse(
            Money::isPositive,
            amount ->
                new BadRow(
                    row.line(),
                    "AmountNotPositive",
                    "amount '" + amount.toDecimal() + "' must be above zero"));
  }

  @Override
  public void close() {
    file.close();
  }
}
