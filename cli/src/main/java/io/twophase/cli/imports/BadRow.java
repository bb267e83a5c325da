package io.twophase.cli.imports;

import io.twophase.cli.file.CsvFile;
import io.twophase.cli.text.Lines;

/**
 * A row that cannot be used.
 *
 * @param line where it ends, counted from 1
 * @param kind what is wrong, as summaries name it
 * @param message one line that names the value
 */
public record BadRow(long line, String kind, String message) {

  static final String SHAPE = "BadRow";
  static final String ID = "BadId";
  static final String AMOUNT = "BadAmount";
  static final String CURRENCY = "BadCurrency";

  static BadRow shape(CsvFile.Row row) {
    return new BadRow(
        row.line(),
        SHAPE,
        "has " + Lines.count(row.fields(), "field") + ", the header " + row.columns());
  }
}
