package io.twophase.cli.file;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a header, read row by row, in UTF-8 with or without a byte order mark, with any
 * line ends; empty lines are skipped. What is not UTF-8 reads as U+FFFD, which no id or amount may
 * contain.
 */
public final class CsvFile implements AutoCloseable, Iterator<CsvFile.Row> {

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .setDuplicateHeaderMode(DuplicateHeaderMode.DISALLOW)
          .setAllowMissingColumnNames(true)
          .get();

  private final InputFile file;
  private final Columns names;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private @Nullable Row next;

  /**
   * One row.
   *
   * @param line the line of the file on which it ends, counted from 1
   * @param record its fields
   * @param columns how many columns the header has
   */
  public record Row(long line, CSVRecord record, int columns, Columns names) {

    /** The field of this name; empty where the file has no column of it. */
    public String get(Columns.Field field) {
      String column = names.of(field);
      return record.isSet(column) ? record.get(column) : "";
    }

    /** Returns whether the row has as many fields as the header. */
    public boolean isWhole() {
      return record.size() == columns;
    }

    public int fields() {
      return record.size();
    }

    private boolean isBlank() {
      return record.size() == 1 && record.get(0).isEmpty();
    }
  }

  private CsvFile(InputFile file, Columns names, CSVParser parser) {
    this.file = file;
    this.names = names;
    this.parser = parser;
    this.records = parser.iterator();
  }

  /** Opens a file whose fields are in the columns of these names. */
  public static CsvFile open(InputFile file, Columns names) {
    try {
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8));
      CsvFile csv = new CsvFile(file, names, FORMAT.parse(reader));
      try {
        csv.requireHeader();
        return csv;
      } catch (CommandFailure failure) {
        csv.close();
        throw failure;
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException fault) {
      throw CommandFailure.badInput(file + CsvFaults.inHeader(fault));
    }
  }

  private void requireHeader() {
    if (parser.getHeaderNames().isEmpty()) {
      throw CommandFailure.badInput(file + " has no header");
    }
    CsvFaults.requireCommas(file.toString(), parser.getHeaderNames());
  }

  public Set<String> header() {
    return new LinkedHashSet<>(parser.getHeaderNames());
  }

  /** Refuses a file that lacks the column of one of these fields. */
  public void require(Columns.Field... fields) {
    for (Columns.Field field : fields) {
      if (!parser.getHeaderNames().contains(names.of(field))) {
        throw CommandFailure.badInput(
            "%s has no column '%s', only %s; --columns says which column is which"
                .formatted(
                    file,
                    Lines.value(names.of(field)),
                    Lines.value(String.join(", ", parser.getHeaderNames()))));
      }
    }
  }

  @Override
  public boolean hasNext() {
    while (next == null && hasMoreRecords()) {
      // the parser has read exactly this record, so its line is the record's
      Row row =
          new Row(
              parser.getCurrentLineNumber(), records.next(), parser.getHeaderNames().size(), names);
      next = row.isBlank() ? null : row;
    }
    return next != null;
  }

  private boolean hasMoreRecords() {
    try {
      return records.hasNext();
    } catch (UncheckedIOException | IllegalStateException broken) {
      throw CommandFailure.badInput(
          file + ", line " + parser.getCurrentLineNumber() + ": " + CsvFaults.inRow(broken));
    }
  }

  @Override
  public Row next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException("no more rows in " + file);
    }
    Row row = next;
    next = null;
    return row;
  }

  /**
   * Returns how many rows there are, having read them all: what is wrong with the file shows first.
   */
  public static long count(InputFile file, Columns names) {
    try (CsvFile csv = open(file, names)) {
      long rows = 0;
      for (; csv.hasNext(); csv.next()) {
        rows++;
      }
      return rows;
    }
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException fault) {
      throw new UncheckedIOException(file + " cannot be closed", fault);
    }
  }
}
