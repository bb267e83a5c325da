package io.twophase.cli.imports;

import io.twophase.Transactions;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.CsvFile.Field;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.PeriodOption;
import io.twophase.domain.InvalidId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.ImportedRow;
import io.vavr.control.Either;
import java.util.Currency;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * All that one import works with.
 *
 * @param context through which it answers
 * @param session with the store open
 * @param currencies what the accounts keep their amounts in
 * @param files what is read and written
 * @param ids how rows without an id are named
 * @param given what amounts are in, where a row does not say; without it, the source's currency
 * @param period of which the transfers are postings, if of one
 * @param order whether the rows' order counts
 * @param tally counts each row's answer
 * @param notes lines about rows
 * @param progress how far it is
 * @param stop whether no more rows are wanted
 */
record ImportWork(
    CommandContext context,
    Session session,
    AccountCurrencies currencies,
    ImportFiles files,
    RowIds ids,
    Optional<Currency> given,
    PeriodOption period,
    Order order,
    ImportTally tally,
    Notes notes,
    Progress progress,
    BooleanSupplier stop) {

  TwoPhase twoPhase() {
    return session.twoPhase();
  }

  Transactions transactions() {
    return session.twoPhase().transactions();
  }

  /** Notes that this is so of some rows of the file; nothing if it is of none. */
  void note(long rows, String what) {
    if (rows > 0) {
      context.note(files.transfers() + ": " + Lines.count(rows, "row") + what);
    }
  }

  /**
   * The names of the rows of an imported file. A row without an id has {@code <prefix><file
   * name>:<line>} for one, so that the same row of the same file is the same transfer whenever it
   * is read. The file's digest is no part of it, since a file that has grown by a row is still the
   * same; the transaction keeps it.
   *
   * @param prefix put before such an id; empty unless it is asked for
   * @param name the file's name
   * @param digest the file's contents, as {@link InputFile#digest}
   * @param inFileOrder whether the rows' order counts
   */
  record RowIds(String prefix, String name, String digest, boolean inFileOrder) {

    /**
     * Returns the ids of the rows of a file.
     *
     * @throws CommandFailure if no id can begin with {@code prefix}
     */
    static RowIds of(InputFile file, String prefix, boolean inFileOrder) {
      TransactionId.parse(prefix + "x")
          .getOrElseThrow(
              invalid ->
                  CommandFailure.badInput(
                      "--id-prefix: " + Lines.value(prefix) + " is none: " + invalid.message()));
      return new RowIds(prefix, file.name(), file.digest(), inFileOrder);
    }

    /** The id of a row: what it has for one, or what it is named by. */
    Either<InvalidId, TransactionId> id(CsvFile.Row row) {
      String given = row.get(Field.ID);
      return TransactionId.parse(given.isEmpty() ? prefix + name + ":" + row.line() : given);
    }

    /** The id of the one transaction that all rows are, where they are imported as a whole. */
    TransactionId whole() {
      return TransactionId.parse(prefix + name + ":all")
          .getOrElseThrow(
              invalid -> CommandFailure.badInput(Lines.value(name) + ": " + invalid.message()));
    }

    ImportedRow row(CsvFile.Row row) {
      return new ImportedRow(digest, row.line(), inFileOrder);
    }
  }
}
