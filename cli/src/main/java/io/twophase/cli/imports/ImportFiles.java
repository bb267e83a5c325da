package io.twophase.cli.imports;

import io.twophase.cli.file.Columns;
import io.twophase.cli.file.Columns.Field;
import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.text.CommandFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of an import, checked before anything is done: those that are read are there, with the
 * columns that are wanted, and what is written is none of them.
 *
 * @param accounts to be opened, if there are any
 * @param transfers to be made
 * @param refused receives the rows that were not applied, if it is asked for
 * @param columns which column of those that are read is which field
 */
record ImportFiles(
    @Nullable InputFile accounts,
    InputFile transfers,
    @Nullable OutputFile refused,
    Columns columns)
    implements AutoCloseable {

  /**
   * Opens them.
   *
   * @throws CommandFailure if one is not there, cannot be read, or must not be written
   */
  static ImportFiles open(
      @Nullable Path accounts, Path transfers, @Nullable Path refused, Columns columns) {
    if (accounts != null
        && InputFile.isStandardInput(accounts)
        && InputFile.isStandardInput(transfers)) {
      throw CommandFailure.badInput("--accounts - and --transfers -: standard input is one file");
    }
    List<Path> inputs = new ArrayList<>(List.of(transfers));
    if (accounts != null) {
      inputs.add(accounts);
    }
    // before standard input is read to its end: then nobody can tell any more which file it was
    OutputFile output = refused == null ? null : OutputFile.begin("--refused", refused, inputs);
    try {
      ImportFiles files =
          new ImportFiles(
              accounts == null ? null : InputFile.of(accounts),
              InputFile.of(transfers),
              output,
              columns);
      files.check();
      return files;
    } catch (CommandFailure failure) {
      if (output != null) {
        output.close();
      }
      throw failure;
    }
  }

  private void check() {
    Set<String> headers = new HashSet<>();
    if (accounts != null) {
      try (CsvFile file = CsvFile.open(accounts, columns)) {
        file.require(Field.ID, Field.BALANCE);
        headers.addAll(file.header());
      }
    }
    try (CsvFile file = openTransfers()) {
      file.require(Field.SOURCE, Field.DESTINATION, Field.AMOUNT);
      headers.addAll(file.header());
    }
    columns.requireMappedAmong(headers);
  }

  CsvFile openTransfers() {
    return CsvFile.open(transfers, columns);
  }

  @Override
  public void close() {
    try {
      transfers.close();
      if (accounts != null) {
        accounts.close();
      }
    } finally {
      if (refused != null) {
        refused.close();
      }
    }
  }
}
