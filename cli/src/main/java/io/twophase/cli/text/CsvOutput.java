package io.twophase.cli.text;

import io.twophase.console.view.SpreadsheetCells;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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
   * Begins to write {@code target}, with the header, as {@link OutputFile#begin} does.
   *
   * @param spreadsheetSafe whether an apostrophe goes before each part of a cell that a spreadsheet
   *     would take for a formula
   */
  public static CsvOutput begin(
      String option,
      Path target,
      Iterable<Path> readBesides,
      boolean spreadsheetSafe,
      String... header) {
    OutputFile file = OutputFile.begin(option, target, readBesides);
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

  /** The options by which a command writes rows to a CSV file, in the place of its answer. */
  public static final class CsvOptions {

    @Option(names = "--csv", paramLabel = "FILE")
    private @Nullable Path file;

    @Option(names = "--spreadsheet-safe")
    private boolean spreadsheetSafe;

    /**
     * Begins the file, if one is asked for; called before anything is read.
     *
     * @throws CommandFailure if the file must not be replaced
     */
    public @Nullable CsvOutput begin(String... header) {
      return file == null
          ? null
          : CsvOutput.begin("--csv", file, List.of(), spreadsheetSafe, header);
    }

    /** As the command line names the file. */
    @Override
    public String toString() {
      return String.valueOf(file);
    }
  }
}
