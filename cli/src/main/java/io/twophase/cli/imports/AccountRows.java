package io.twophase.cli.imports;

import static io.vavr.API.For;

import io.twophase.app.transfer.Preview;
import io.twophase.cli.context.Notes;
import io.twophase.cli.imports.BadRow.BadRows;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.OpenOutcome;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** From rows of an accounts file to openings, and to open accounts. */
final class AccountRows {

  private static final int AT_ONCE = 500;

  private final ImportWork work;
  private final Currency currency;
  private final BadRows bad;
  private int worst = ExitCode.DONE;

  /** The accounts that {@code work} names; {@code notes} tell of those that are not opened. */
  AccountRows(ImportWork work, Notes notes) {
    this.work = work;
    this.currency = work.given().orElse(Arguments.DEFAULT_CURRENCY);
    this.bad = new BadRows(notes);
  }

  /** The rows that opened nothing, for machines; nothing if each has, or found its account open. */
  @Nullable Map<String, Object> json() {
    return worst == ExitCode.DONE ? null : bad.json();
  }

  /** Opens the accounts, if there are any; answers the exit code that the worst row has. */
  int open() {
    return read(
        (lines, openings) -> {
          List<OpenOutcome> outcomes = work.twoPhase().accounts().open(openings);
          for (int at = 0; at < outcomes.size(); at++) {
            answered(lines.get(at), openings.get(at).id(), outcomes.get(at));
          }
          work.progress().step(openings.size());
        });
  }

  /** As if they were opened: what they would be is what rows of transfers meet. */
  int preview(Preview preview) {
    return read(
        (lines, openings) -> {
          preview.open(openings);
          work.currencies().open(openings);
        });
  }

  private void answered(long line, AccountId id, OpenOutcome outcome) {
    outcome
        .<Optional<OpeningRefusal>>fold(
            opened -> Optional.empty(),
            alreadyOpen -> Optional.empty(),
            refused -> Optional.of(refused.reason()),
            inDoubt ->
                CommandFailure.unknown(
                    "%s, line %s: no answer whether account %s is open; to resolve it: the same import again"
                        .formatted(work.files().accounts(), line, id)))
        .ifPresent(refusal -> reject(BadRow.of(line, refusal), ExitCode.REFUSED));
  }

  private void reject(BadRow fault, int exitCode) {
    bad.add(fault, work.files().accounts() + ", line " + fault.line() + ": " + fault.message());
    worst = ExitCode.first(worst, exitCode);
  }

  /** Reads the lines of some rows, and the openings that they are, until no more are wanted. */
  private int read(BiConsumer<List<Long>, List<Opening>> some) {
    InputFile input = work.files().accounts();
    if (input == null) {
      return worst;
    }
    try (CsvFile file = CsvFile.open(input, work.files().columns())) {
      while (file.hasNext() && !work.stop().getAsBoolean()) {
        List<Long> lines = new ArrayList<>();
        List<Opening> openings = new ArrayList<>();
        for (CsvFile.Row row : file.next(AT_ONCE)) {
          Either<BadRow, Opening> opening = read(row);
          opening.peekLeft(fault -> reject(fault, ExitCode.BAD_INPUT));
          opening.forEach(
              good -> {
                lines.add(row.line());
                openings.add(good);
              });
        }
        some.accept(lines, openings);
      }
    }
    return worst;
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
        : Option.ofOptional(Arguments.findCurrency(code))
            .toEither(() -> BadRow.currency(row, code));
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
      return Either.left(BadRow.of(row, "has both " + Field.FLOOR + " and " + Field.OVERDRAFT));
    }
    String why = Field.OVERDRAFT + " " + overdraft + " is below zero";
    return overdraft.minor() < 0
        ? Either.left(new BadRow(row.line(), "NegativeOverdraft", why))
        : Either.right(new Money(-overdraft.minor(), overdraft.currency()));
  }

  private Either<BadRow, Direction> normal(CsvFile.Row row) {
    String text = row.get(Field.NORMAL);
    String why = "normal '" + Lines.value(text) + "' is neither debit nor credit";
    return text.isEmpty()
        ? Either.right(Direction.CREDIT)
        : Option.ofOptional(Arguments.findNormal(text)).toEither(() -> BadRow.of(row, why));
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
