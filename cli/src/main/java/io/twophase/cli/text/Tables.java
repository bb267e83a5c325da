package io.twophase.cli.text;

import io.twophase.console.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /** A row of a label and a value; there is none without a value, or for an empty option. */
  public Tables field(String label, @Nullable Object value) {
    Json.object(label, value).forEach((name, there) -> add(name, there.toString()));
    return this;
  }

  /** A row for each entry, labelled by {@code what} and the key. */
  public Tables fields(String what, Map<String, ?> values) {
    values.forEach((key, value) -> field(what + " " + key, value));
    return this;
  }

  /** A row for each of these names that the object has, labelled by the name in words. */
  public Tables fields(Map<String, Object> json, String... names) {
    for (String name : names) {
      field(label(name), json.get(name));
    }
    return this;
  }

  /** A row of the object's values of these names, with empty cells for those that it lacks. */
  public Tables row(Map<String, Object> json, String... names) {
    add(Json.cells(json, names));
    return this;
  }

  /** {@code pendingDebits} is "pending debits", and {@code createdAt} "created". */
  private static String label(String name) {
    return name.replaceFirst("At$", "").replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    int[] widths =
        IntStream.range(0, rows.get(0).length)
            .map(at -> rows.stream().mapToInt(row -> row[at].length()).max().orElse(0) + GAP)
            .toArray();
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int at = 0; at < row.length; at++) {
        line.append(row[at]).append(" ".repeat(Math.max(0, widths[at] - row[at].length())));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString().stripTrailing();
  }
}
