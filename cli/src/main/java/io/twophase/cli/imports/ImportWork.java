package io.twophase.cli.imports;

import io.twophase.Transactions;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvFile;
import io.twophase.cli.text.CsvFile.Columns;
import io.twophase.cli.text.CsvFile.Field;
import io.twophase.cli.text.CsvOutput;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.PeriodOption;
import io.twophase.console.view.Json;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.ImportedRow;
import java.nio.file.Path;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /** Counts a row that is no transfer, and keeps the row with those that are not applied. */
  void bad(CsvFile.Row row, BadRow fault) {
    tally.add(fault);
    progress.step(1);
    files.refused().add(row, row.get(Field.ID), fault);
  }

  /**
   * Counts a row whose id another file of the same name has taken. It may be this row, of a file
   * that has grown: if it has moved, then it is not among the refused ones, for the import of those
   * under other ids would move the money twice.
   */
  void taken(CsvFile.Row row, TransactionId id, boolean hasMoved) {
    tally.addOtherFile(hasMoved);
    progress.step(1);
    if (hasMoved) {
      files.refused().remember(row, id.value(), new OtherFiles.Taken(id));
    } else {
      files.refused().add(row, id.value(), new OtherFiles.Taken(id));
    }
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
      CommandFailure.parsed(
          TransactionId.parse(prefix + "x"),
          why -> "--id-prefix: " + Lines.value(prefix) + " is none: " + why);
      return new RowIds(prefix, file.name(), file.digest(), inFileOrder);
    }

    /** The id of a row: what it has for one, or what it is named by. */
    TransactionId id(CsvFile.Row row) {
      return Arguments.transactionId(
          row.find(Field.ID).orElseGet(() -> prefix + name + ":" + row.line()));
    }

    /** The id of the one transaction that all rows are, where they are imported as a whole. */
    TransactionId whole() {
      return CommandFailure.parsed(
          TransactionId.parse(prefix + name + ":all"), why -> Lines.value(name) + ": " + why);
    }

    ImportedRow row(CsvFile.Row row) {
      return new ImportedRow(digest, row.line(), inFileOrder);
    }
  }

  /**
   * The files of an import, checked before anything is done: those that are read are there, with
   * the columns that are wanted, and what is written is none of them.
   *
   * @param accounts to be opened, if there are any
   * @param transfers to be made
   * @param refused receives the rows that were not applied
   * @param columns which column of those that are read is which field
   */
  record ImportFiles(
      @Nullable InputFile accounts, InputFile transfers, RefusedRows refused, Columns columns)
      implements AutoCloseable {

    /**
     * Opens them.
     *
     * @param refused the file for the rows that were not applied, if it is asked for
     * @param spreadsheetSafe whether no cell of it may be a formula
     * @throws CommandFailure if one is not there, cannot be read, or must not be written
     */
    static ImportFiles open(
        @Nullable Path accounts,
        Path transfers,
        @Nullable Path refused,
        boolean spreadsheetSafe,
        Columns columns) {
      CommandFailure.badInputIf(
          accounts != null
              && InputFile.isStandardInput(accounts)
              && InputFile.isStandardInput(transfers),
          "--accounts - and --transfers -: standard input is one file");
      List<Path> inputs = accounts == null ? List.of(transfers) : List.of(transfers, accounts);
      // before standard input is read to its end: then nobody can tell any more which file it was
      RefusedRows rows =
          new RefusedRows(
              refused == null
                  ? null
                  : CsvOutput.begin(
                      "--refused", refused, inputs, spreadsheetSafe, RefusedRows.HEADER));
      try {
        ImportFiles files =
            new ImportFiles(
                accounts == null ? null : InputFile.of(accounts),
                InputFile.of(transfers),
                rows,
                columns);
        files.check();
        return files;
      } catch (CommandFailure failure) {
        rows.discard();
        throw failure;
      }
    }

    private void check() {
      Set<String> headers = new HashSet<>();
      if (accounts != null) {
        headers.addAll(CsvFile.header(accounts, columns, Field.ID, Field.BALANCE));
      }
      headers.addAll(
          CsvFile.header(transfers, columns, Field.SOURCE, Field.DESTINATION, Field.AMOUNT));
      columns.requireMappedAmong(headers);
    }

    @Override
    public void close() {
      try {
        transfers.close();
        if (accounts != null) {
          accounts.close();
        }
      } finally {
        refused.discard();
      }
    }

    /** The rows that were not applied: the first of them, and a file of all if it was asked for. */
    static final class RefusedRows implements AutoCloseable {

      private static final String[] HEADER =
          "line id source destination amount reason message currency reference".split(" ", -1);

      private final @Nullable CsvOutput file;
      private @Nullable CommandFailure failure;
      private Optional<Map<String, Object>> first = Optional.empty();

      private RefusedRows(@Nullable CsvOutput file) {
        this.file = file;
      }

      /** Writes all of a row that was not applied, with the kind of the reason and a line. */
      void add(CsvFile.Row row, String id, String kind, String message) {
        Map<String, Object> cells =
            Json.object("line", row.line(), "id", id, "reason", kind, "message", message);
        List.of(Field.SOURCE, Field.DESTINATION, Field.AMOUNT, Field.CURRENCY, Field.REFERENCE)
            .forEach(field -> cells.put(field.toString(), row.get(field)));
        output(there -> there.row(Json.cells(cells, HEADER)));
      }

      /** Writes a row that is refused for a reason. */
      void add(CsvFile.Row row, String id, Reason reason) {
        remember(row, id, reason);
        add(row, id, reason.kind(), reason.message());
      }

      /** Remembers a row that is refused, and is not one to be asked for again. */
      void remember(CsvFile.Row row, String id, Reason reason) {
        first = first.or(() -> Optional.of(json(row, id, reason)));
      }

      /** The first row that is refused, for machines. */
      Optional<Map<String, Object>> first() {
        return first;
      }

      /** A row that was not applied, for machines. */
      static Map<String, Object> json(CsvFile.Row row, String id, Reason reason) {
        return Json.object(
            "line", row.line(), "id", id, "kind", reason.kind(), "message", reason.message());
      }

      /** Writes what is to be written, until that fails once. */
      private void output(Consumer<CsvOutput> action) {
        if (file != null && failure == null) {
          try {
            action.accept(file);
          } catch (CommandFailure fault) {
            failure = fault;
          }
        }
      }

      /** Keeps the file, however far the import came. */
      @Override
      public void close() {
        output(CsvOutput::commit);
      }

      /** Leaves nothing behind that was not kept. */
      private void discard() {
        if (file != null) {
          file.close();
        }
      }

      /** The exit code, with a note if the rows could not be written. */
      int written(CommandContext context) {
        if (failure == null) {
          return ExitCode.DONE;
        }
        context.note(String.valueOf(failure.getMessage()));
        return failure.exitCode();
      }
    }
  }
}
