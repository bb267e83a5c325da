package io.twophase.cli.file;

import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A CSV file with a header that is there whole, once {@link #commit} has returned, or not at all.
 */
public final class CsvOutput implements AutoCloseable {

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  /**
   * Where a spreadsheet may see a cell begin that it takes for a formula: at the beginning, or
   * behind what another locale separates cells by; past blanks, quotes and what is not seen; with a
   * full-width or small form of the signs too, which it reads as the plain ones.
   */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(?<=\\A|[,;|\\t\\r\\n])(?=[\\s\\p{Z}\\p{C}\"]*[=+\\-@\u2212"
              + "\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])|\\A(?=[\\t\\r\\n])");

  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

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
        printer.print(spreadsheetSafe ? safe(cell) : cell);
      }
      printer.println();
    } catch (IOException fault) {
      throw file.failed(fault);
    }
  }

  private static String safe(String cell) {
    return NUMBER.matcher(cell).matches() ? cell : FORMULA.matcher(cell).replaceAll("'");
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
