package io.twophase.cli.imports;

import io.twophase.cli.file.CsvFile;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.domain.InvalidId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.ImportedRow;
import io.vavr.control.Either;

/**
 * The names of the rows of an imported file. A row without an id has {@code <prefix><file
 * name>:<line>} for one, so that the same row of the same file is the same transfer whenever it is
 * read. The file's digest is no part of it, since a file that has grown by a row is still the same;
 * the transaction keeps it.
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

  /**
   * A row's id.
   *
   * @param given what the row has for one; empty if nothing
   */
  Either<InvalidId, TransactionId> id(CsvFile.Row row, String given) {
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
