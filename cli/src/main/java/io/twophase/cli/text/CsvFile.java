package io.twophase.cli.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/**
 * A CSV file with a header, read row by row, in UTF-8 with or without a byte order mark, with any
 * line ends; empty lines are skipped. Bytes that are not UTF-8 are read as U+FFFD, which no id or
 * amount may contain.
 */
public final class CsvFile implements AutoCloseable, Iterator<CsvFile.Row> {

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .setDuplicateHeaderMode(DuplicateHeaderMode.ALLOW_EMPTY)
          .setAllowMissingColumnNames(true)
          .get();

  private final InputFile file;
  private final CSVParser parser;
  private final Iterator<Row> rows;

  /**
   * A row.
   *
   * @param line the line of the file on which it ends, counted from 1
   * @param record its fields
   * @param columns how many columns the header has
   */
  public record Row(long line, CSVRecord record, int columns, Columns names) {

    /** The field of this name; empty where the file has no column of it. */
    public String get(Field field) {
      String column = names.of(field);
      return record.isSet(column) ? record.get(column) : "";
    }

    /** The text that the row has in a field, unless it is empty. */
    public Optional<String> find(Field field) {
      return Optional.of(get(field)).filter(text -> !text.isEmpty());
    }

    /** Refuses a row that has fewer or more fields than the header. */
    public void requireWhole() {
      CommandFailure.badInputIf(
          record.size() != columns,
          "has " + Lines.count(record.size(), "field") + ", the header " + columns);
    }

    private boolean isBlank() {
      return record.size() == 1 && record.get(0).isEmpty();
    }
  }

  /** The fields, as columns are called unless they are mapped. */
  public enum Field {
    ID,
    BALANCE,
    CURRENCY,
    OVERDRAFT,
    FLOOR,
    CEILING,
    NORMAL,
    SOURCE,
    DESTINATION,
    AMOUNT,
    REFERENCE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The columns of a file by their fields: as they are called here, unless mapped. */
  public static final class Columns {

    private static final List<String> FIELDS =
        Stream.of(Field.values()).map(Field::toString).toList();

    private final Map<String, String> mapped;

    public Columns(Map<String, String> mapped) {
      mapped.forEach(
          (field, column) -> {
            String named = "--columns: field '" + field + "' ";
            CommandFailure.badInputIf(
                !FIELDS.contains(field), named + "is none of " + String.join(", ", FIELDS));
            CommandFailure.badInputIf(column.isBlank(), named + "has no column");
          });
      this.mapped = Map.copyOf(mapped);
    }

    private String of(Field field) {
      return mapped.getOrDefault(field.toString(), field.toString());
    }

    /** Fields that were mapped to a column which none of the files has: most likely misspelt. */
    public void requireMappedAmong(Set<String> headers) {
      mapped.forEach(
          (field, column) ->
              CommandFailure.badInputIf(
                  !headers.contains(column),
                  "--columns: no file has the column '" + column + "' that is to be " + field));
    }
  }

  private CsvFile(InputFile file, Columns names, CSVParser parser) {
    this.file = file;
    this.parser = parser;
    int columns = parser.getHeaderNames().size();
    this.rows =
        parser.stream()
            // the parser has read exactly this record, so its line is the record's
            .map(record -> new Row(parser.getCurrentLineNumber(), record, columns, names))
            .filter(row -> !row.isBlank())
            .iterator();
  }

  /** Opens a file whose fields are in the columns of these names. */
  public static CsvFile open(InputFile file, Columns names) {
    try {
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8));
      CsvFile csv = new CsvFile(file, names, FORMAT.parse(reader));
      try {
        CsvFaults.requireHeader(file, csv.parser.getHeaderNames());
        return csv;
      } catch (CommandFailure failure) {
        csv.close();
        throw failure;
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException fault) {
      throw CommandFailure.badInput(file + CsvFaults.inHeader(fault));
    }
  }

  /** The header of a file that must have the columns of these fields. */
  public static List<String> header(InputFile file, Columns names, Field... fields) {
    try (CsvFile csv = open(file, names)) {
      List<String> header = csv.parser.getHeaderNames();
      for (Field field : fields) {
        CommandFailure.badInputIf(
            !header.contains(names.of(field)),
            "%s has no column '%s', only %s; --columns says which column is which"
                .formatted(
                    file, Lines.value(names.of(field)), Lines.value(String.join(", ", header))));
      }
      return header;
    }
  }

  @Override
  public boolean hasNext() {
    try {
      return rows.hasNext();
    } catch (UncheckedIOException | IllegalStateException broken) {
      throw CommandFailure.badInput(
          file + ", line " + parser.getCurrentLineNumber() + ": " + CsvFaults.inRow(broken));
    }
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more rows in " + file);
    }
    return rows.next();
  }

  /** The next rows, so many at most; empty at the end of the file. */
  public List<Row> next(int most) {
    List<Row> some = new ArrayList<>();
    while (some.size() < most && hasNext()) {
      some.add(next());
    }
    return some;
  }

  /**
   * Returns how many rows there are, having read them all: what is wrong with the file shows first.
   */
  public static long count(InputFile file, Columns names) {
    try (CsvFile csv = open(file, names)) {
      long count = 0;
      for (; csv.hasNext(); csv.next()) {
        count++;
      }
      return count;
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

  /** The faults of a CSV file, in plain words instead of the library's. */
  private static final class CsvFaults {

    /** The separators of other files. */
    private static final Map<String, String> SEPARATORS =
        Map.of(";", "semicolons", "\t", "tabs", "|", "bars");

    private static final Pattern DUPLICATE =
        Pattern.compile("duplicate name: \"(.*?)\" in \\[", Pattern.DOTALL);

    private CsvFaults() {}

    /** Returns what follows the file's name. */
    static String inHeader(Exception fault) {
      String message = String.valueOf(fault.getMessage());
      Matcher duplicate = DUPLICATE.matcher(message);
      if (duplicate.find()) {
        return " has two columns '" + Lines.value(duplicate.group(1)) + "' in its header";
      }
      return fault instanceof IOException file && !(file instanceof CSVException)
          ? " cannot be read: " + FileFaults.words(file)
          : ", line 1: " + quotes(message);
    }

    /** Returns what follows the line's number. */
    static String inRow(RuntimeException fault) {
      return fault.getCause() instanceof IOException file && !(file instanceof CSVException)
          ? "it cannot be read: " + FileFaults.words(file)
          : quotes(String.valueOf(fault.getMessage()));
    }

    private static String quotes(String message) {
      String lower = message.toLowerCase(Locale.ROOT);
      if (lower.contains("eof reached")) {
        return "a quoted field begins (\") and does not end before the file does";
      } else if (lower.contains("encapsulated token") || lower.contains("between")) {
        return "a quoted field (\"…\") is followed by more than a comma; a quote inside it is"
            + " written twice (\"\")";
      }
      return Lines.value(message);
    }

    /** A file whose one column has another separator in its name most likely has more columns. */
    static void requireHeader(InputFile file, List<String> header) {
      CommandFailure.badInputIf(header.isEmpty(), file + " has no header");
      SEPARATORS.forEach(
          (separator, called) ->
              CommandFailure.badInputIf(
                  header.size() == 1 && header.get(0).contains(separator),
                  "%s has its columns separated by %s; commas are wanted (its header is '%s')"
                      .formatted(file, called, Lines.value(header.get(0)))));
    }
  }
}
