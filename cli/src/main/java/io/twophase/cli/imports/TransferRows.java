package io.twophase.cli.imports;

import static io.vavr.API.For;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
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
import java.util.function.BiConsumer;

/**
 * The transfers of a file, in its order. A row that is not a transfer is reported when it is read,
 * and left out.
 */
final class TransferRows implements Iterator<TransferRows.TransferRow>, AutoCloseable {

  private static final int AHEAD = 500;

  private final CsvFile file;
  private final ImportWork work;
  private final BiConsumer<CsvFile.Row, BadRow> bad;
  private final Deque<TransferRow> ready = new ArrayDeque<>();

  /**
   * A row of a file, and the transfer that it asks for.
   *
   * @param row the row
   * @param request the transfer
   */
  record TransferRow(CsvFile.Row row, TransferRequest request) {}

  /** A row whose ids are good, and whose amount waits for its currency. */
  private record Parsed(
      CsvFile.Row row,
      TransactionId id,
      AccountId source,
      AccountId destination,
      Optional<Currency> currency,
      Labels labels) {}

  /**
   * The transfers of the file that {@code work} reads.
   *
   * @param work where no more rows are wanted, those that were read ahead are not given out
   * @param bad receives each row that is no transfer, and why
   */
  TransferRows(ImportWork work, BiConsumer<CsvFile.Row, BadRow> bad) {
    this.file = CsvFile.open(work.files().transfers(), work.files().columns());
    this.work = work;
    this.bad = bad;
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
    if (!hasNext()) {
      throw new NoSuchElementException("no more transfers");
    }
    return ready.remove();
  }

  /** Reads some rows, and the currencies that they leave open, at once. */
  private void readAhead() {
    List<Parsed> rows = new ArrayList<>();
    List<AccountId> open = new ArrayList<>();
    for (int read = 0; read < AHEAD && file.hasNext(); read++) {
      CsvFile.Row row = file.next();
      Either<BadRow, Parsed> parsed = parse(row);
      parsed.peekLeft(fault -> bad.accept(row, fault));
      parsed.forEach(
          transfer -> {
            rows.add(transfer);
            if (transfer.currency().isEmpty()) {
              open.add(transfer.source());
              open.add(transfer.destination());
            }
          });
    }
    work.currencies().learn(open);
    for (Parsed row : rows) {
      Either<BadRow, TransferRequest> request = request(row);
      request.peekLeft(fault -> bad.accept(row.row(), fault));
      request.forEach(transfer -> ready.add(new TransferRow(row.row(), transfer)));
    }
  }

  private Either<BadRow, Parsed> parse(CsvFile.Row row) {
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
        .yield((labels, id, from, to) -> new Parsed(row, id, from, to, currency, labels));
  }

  private static <T> Either<BadRow, T> checked(CsvFile.Row row, Either<? extends Reason, T> read) {
    return read.mapLeft(reason -> BadRow.of(row.line(), reason));
  }

  private Either<BadRow, TransferRequest> request(Parsed row) {
    Currency currency =
        row.currency()
            .orElseGet(() -> work.currencies().of(row.source(), List.of(row.destination())));
    return Money.parse(row.row().get(Field.AMOUNT), currency)
        .mapLeft(refusal -> BadRow.field(row.row(), Field.AMOUNT, refusal))
        .filterOrElse(
            Money::isPositive,
            amount ->
                new BadRow(
                    row.row().line(),
                    "AmountNotPositive",
                    "amount '" + amount.toDecimal() + "' must be above zero"))
        .map(
            amount ->
                work.period()
                    .posting(new TransferRequest(row.id(), row.source(), row.destination(), amount))
                    .importedBy(work.ids().row(row.row()))
                    .labelled(row.labels()));
  }

  @Override
  public void close() {
    file.close();
  }
}
