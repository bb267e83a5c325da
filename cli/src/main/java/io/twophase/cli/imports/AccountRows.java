package io.twophase.cli.imports;

import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Currency;

/** From rows of an accounts file to openings. */
final class AccountRows {

  private final Columns columns;
  private final Currency currency;

  AccountRows(Columns columns, Currency currency) {
    this.columns = columns;
    this.currency = currency;
  }

  Either<BadRow, Opening> read(CsvFile.Row row) {
    if (!row.isWhole()) {
      return Either.left(BadRow.shape(row));
    }
    return AccountId.parse(row.get(columns.of(Columns.ID)))
        .mapLeft(invalid -> BadRow.of(row.line(), invalid))
        .flatMap(id -> currency(row).flatMap(of -> opening(row, id, of)));
  }

  private Either<BadRow, Currency> currency(CsvFile.Row row) {
    String code = row.get(columns.of(Columns.CURRENCY));
    return code.isEmpty()
        ? Either.right(currency)
        : Arguments.findCurrency(code).toEither(() -> BadRow.currency(row, code));
  }

  private Either<BadRow, Opening> opening(CsvFile.Row row, AccountId id, Currency of) {
    return amount(row, Columns.BALANCE, of)
        .flatMap(
            balance ->
                floor(row, of)
                    .flatMap(
                        floor ->
                            optional(row, Columns.CEILING, of)
                                .flatMap(
                                    ceiling ->
                                        normal(row)
                                            .flatMap(
                                                normal ->
                                                    Opening.of(id, balance, floor, ceiling, normal)
                                                        .mapLeft(
                                                            refusal ->
                                                                BadRow.of(row.line(), refusal))))));
  }

  /** As given, or as minus the overdraft. */
  private Either<BadRow, Option<Money>> floor(CsvFile.Row row, Currency of) {
    return optional(row, Columns.OVERDRAFT, of)
        .flatMap(
            overdraft ->
                overdraft.isEmpty()
                    ? optional(row, Columns.FLOOR, of)
                    : below(row, overdraft.get()).map(Option::some));
  }

  private Either<BadRow, Money> below(CsvFile.Row row, Money overdraft) {
    if (!row.get(columns.of(Columns.FLOOR)).isEmpty()) {
      return Either.left(BadRow.both(row, Columns.FLOOR, Columns.OVERDRAFT));
    }
    return overdraft.minor() < 0
        ? Either.left(BadRow.negative(row, Columns.OVERDRAFT, overdraft))
        : Either.right(new Money(-overdraft.minor(), overdraft.currency()));
  }

  private Either<BadRow, Direction> normal(CsvFile.Row row) {
    String text = row.get(columns.of(Columns.NORMAL));
    return text.isEmpty()
        ? Either.right(Direction.CREDIT)
        : Arguments.findNormal(text).toEither(() -> BadRow.normal(row, text));
  }

  private Either<BadRow, Option<Money>> optional(CsvFile.Row row, String field, Currency of) {
    return row.get(columns.of(field)).isEmpty()
        ? Either.right(Option.none())
        : amount(row, field, of).map(Option::some);
  }

  private Either<BadRow, Money> amount(CsvFile.Row row, String field, Currency of) {
    return Money.parse(row.get(columns.of(field)), of)
        .mapLeft(refusal -> BadRow.field(row, field, refusal));
  }
}
