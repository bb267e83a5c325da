package io.twophase.cli.text;

import io.twophase.console.view.SpreadsheetCells;
import java.io.IOException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A CSV file with a header that is there whole, once {@link #commit} has returned, or not at all.
 */
public final class CsvOutput implements AutoCloseable {

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private final OutputFile file;
  private final CSVPrinter printer;
  private final boolean spreadsheetSafe;

  private CsvOutput(OutputFile file, CSVPrinter printer, boolean spreadsheetSafe) {
    this.file = file;
    this.printer = printer;
    this.spreadsheetSafe = spreadsheetSafe;
  }

  /**
   * Begins with the header.
   *
   * @param spreadsheetSafe whether an apostrophe goes before each part of a cell that a spreadsheet
   *     would take for a formula
   */
  public static CsvOutput over(OutputFile file, boolean spreadsheetSafe, String... header) {
    try {
      CsvOutput output =
          new CsvOutput(file, new CSVPrinter(file.writer(), FORMAT), spreadsheetSafe);
      output.row(header);
      return output;
    } catch (IOException fault) {
      throw file.failed(fault);
    }
  }

  public void row(String... cells) {
    try {
      for (String cell : cells) {
        printer.print(spreadsheetSafe ? SpreadsheetCells.safe(cell) : cell);
      }
      printer.println();
    } catch (IOException fault) {
      throw file.failed(fault);
    }
  }

  /** Puts the file in its place. */
  public void commit() {
    file.commit();
  }

  /** Leaves nothing behind that was not committed. */
  @Override
  public void close() {
    file.close();
  }
}
