package io.twophase.cli.imports;

import io.twophase.cli.file.Columns;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
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
                amount(row, Columns.OVERDRAFT, of)
                    .flatMap(
                        overdraft ->
                            Opening.of(id, balance, overdraft, Option.none())
                                .mapLeft(refusal -> BadRow.of(row.line(), refusal))));
  }

  private Either<BadRow, Money> amount(CsvFile.Row row, String field, Currency of) {
    String text = row.get(columns.of(field));
    return text.isEmpty() && field.equals(Columns.OVERDRAFT)
        ? Either.right(Money.zero(of))
        : Money.parse(text, of).mapLeft(refusal -> BadRow.field(row, field, refusal));
  }
}
