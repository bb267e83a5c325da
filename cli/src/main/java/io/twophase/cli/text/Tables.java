package io.twophase.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/** Rows in columns as wide as their widest cell. */
public final class Tables {

  private static final int GAP = 2;

  private final List<String[]> rows = new ArrayList<>();

  /** A table with these cells in its first row. */
  public Tables(String... header) {
    add(header);
  }

  /** A row; each of its cells stays on its line. */
  public void add(String... cells) {
    rows.add(Stream.of(cells).map(Lines::visible).toArray(String[]::new));
  }

  @Override
  public String toString() {
    int columns = rows.get(0).length;
    Column[] widths = new Column[columns];
    for (int at = 0; at < columns; at++) {
      int column = at;
      int widest = rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
      widths[at] = new Column(widest + GAP, 0, Column.Overflow.SPAN);
    }
    TextTable table = TextTable.forColumns(new ColorScheme.Builder(Ansi.OFF).build(), widths);
    rows.forEach(table::addRowValues);
    return Arrays.stream(table.toString().split("\n", -1))
        .map(String::stripTrailing)
        .reduce((a, b) -> a + "\n" + b)
        .orElse("")
        .stripTrailing();
  }
}
