package io.twophase.cli.imports;

import io.twophase.app.transfer.Preview;
import io.twophase.cli.context.Notes;
import io.twophase.cli.imports.BadRow.BadRows;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.OpenOutcome;
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
          BadRow.read(
              row,
              () -> {
                openings.add(opening(row));
                lines.add(row.line());
              },
              fault -> reject(fault, ExitCode.BAD_INPUT));
        }
        some.accept(lines, openings);
      }
    }
    return worst;
  }

  private Opening opening(CsvFile.Row row) {
    row.requireWhole();
    AccountId id = Arguments.accountId(row.get(Field.ID));
    Currency of = BadRow.currency(row).orElse(currency);
    return Arguments.parsed(
        Opening.of(
            id,
            BadRow.amount(row, Field.BALANCE, of),
            floor(row, of),
            amount(row, Field.CEILING, of),
            row.find(Field.NORMAL)
                .map(side -> Arguments.direction("normal", side))
                .orElse(Direction.CREDIT)));
  }

  /** As given, or as minus the overdraft. */
  private static Optional<Money> floor(CsvFile.Row row, Currency of) {
    Optional<Money> overdraft = amount(row, Field.OVERDRAFT, of);
    if (overdraft.isEmpty()) {
      return amount(row, Field.FLOOR, of);
    }
    CommandFailure.badInputIf(
        row.find(Field.FLOOR).isPresent(), "has both " + Field.FLOOR + " and " + Field.OVERDRAFT);
    long minor = overdraft.orElseThrow().minor();
    if (minor < 0) {
      throw CommandFailure.badInput(
          "NegativeOverdraft", Field.OVERDRAFT + " " + overdraft.orElseThrow() + " is below zero");
    }
    return Optional.of(new Money(-minor, of));
  }

  private static Optional<Money> amount(CsvFile.Row row, Field field, Currency of) {
    return row.find(field).map(text -> BadRow.amount(row, field, of));
  }
}
