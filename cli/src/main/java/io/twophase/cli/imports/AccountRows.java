package io.twophase.cli.imports;

import static io.vavr.API.For;

import io.twophase.cli.file.Columns.Field;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Eithers;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** From rows of an accounts file to openings. */
final class AccountRows {

  private static final int AT_ONCE = 500;

  private final ImportWork work;
  private final Currency currency;

  AccountRows(ImportWork work) {
    this.work = work;
    this.currency = work.given().orElse(Arguments.DEFAULT_CURRENCY);
  }

  /**
   * Reads the rows of the file, some at once, until no more are wanted.
   *
   * @param bad receives each row that is no opening
   * @param some receives the lines of some rows, and the openings
   */
  void read(InputFile input, Consumer<BadRow> bad, BiConsumer<List<Long>, List<Opening>> some) {
    try (CsvFile file = CsvFile.open(input, work.files().columns())) {
      while (file.hasNext() && !work.stop().getAsBoolean()) {
        List<Long> lines = new ArrayList<>();
        List<Opening> openings = new ArrayList<>();
        while (file.hasNext() && openings.size() < AT_ONCE) {
          CsvFile.Row row = file.next();
          Either<BadRow, Opening> opening = read(row);
          opening.peekLeft(bad);
          opening.forEach(
              good -> {
                lines.add(row.line());
                openings.add(good);
              });
        }
        some.accept(lines, openings);
      }
    }
  }

  private Either<BadRow, Opening> read(CsvFile.Row row) {
    if (!row.isWhole()) {
      return Either.left(BadRow.shape(row));
    }
    return AccountId.parse(row.get(Field.ID))
        .mapLeft(invalid -> BadRow.of(row.line(), invalid))
        .flatMap(id -> currency(row).flatMap(of -> opening(row, id, of)));
  }

  private Either<BadRow, Currency> currency(CsvFile.Row row) {
    String code = row.get(Field.CURRENCY);
    return code.isEmpty()
        ? Either.right(currency)
        : Eithers.of(Arguments.findCurrency(code), () -> BadRow.currency(row, code));
  }

  private Either<BadRow, Opening> opening(CsvFile.Row row, AccountId id, Currency of) {
    return For(
            amount(row, Field.BALANCE, of),
            floor(row, of),
            optional(row, Field.CEILING, of),
            normal(row))
        .yield(
            (balance, floor, ceiling, normal) ->
                Opening.of(id, balance, floor, ceiling, normal)
                    .mapLeft(refusal -> BadRow.of(row.line(), refusal)))
        .flatMap(opening -> opening);
  }

  /** As given, or as minus the overdraft. */
  private Either<BadRow, Optional<Money>> floor(CsvFile.Row row, Currency of) {
    return optional(row, Field.OVERDRAFT, of)
        .flatMap(
            overdraft ->
                overdraft.isEmpty()
                    ? optional(row, Field.FLOOR, of)
                    : below(row, overdraft.orElseThrow()).map(Optional::of));
  }

  private Either<BadRow, Money> below(CsvFile.Row row, Money overdraft) {
    if (!row.get(Field.FLOOR).isEmpty()) {
      return Either.left(BadRow.both(row, Field.FLOOR, Field.OVERDRAFT));
    }
    return overdraft.minor() < 0
        ? Either.left(BadRow.negative(row, Field.OVERDRAFT, overdraft))
        : Either.right(new Money(-overdraft.minor(), overdraft.currency()));
  }

  private Either<BadRow, Direction> normal(CsvFile.Row row) {
    String text = row.get(Field.NORMAL);
    return text.isEmpty()
        ? Either.right(Direction.CREDIT)
        : Eithers.of(Arguments.findNormal(text), () -> BadRow.normal(row, text));
  }

  private Either<BadRow, Optional<Money>> optional(CsvFile.Row row, Field field, Currency of) {
    return row.get(field).isEmpty()
        ? Either.right(Optional.empty())
        : amount(row, field, of).map(Optional::of);
  }

  private Either<BadRow, Money> amount(CsvFile.Row row, Field field, Currency of) {
    return Money.parse(row.get(field), of).mapLeft(refusal -> BadRow.field(row, field, refusal));
  }
}
