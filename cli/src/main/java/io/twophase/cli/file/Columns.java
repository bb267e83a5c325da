package io.twophase.cli.file;

import io.twophase.cli.text.CommandFailure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The columns of a file by their fields: as they are called here, unless mapped. */
public final class Columns {

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

  private static final List<String> FIELDS =
      Stream.of(Field.values()).map(Field::toString).toList();

  private final Map<String, String> mapped;

  public Columns(Map<String, String> mapped) {
    for (Map.Entry<String, String> entry : mapped.entrySet()) {
      if (!FIELDS.contains(entry.getKey())) {
        throw CommandFailure.badInput(
            "--columns: field '" + entry.getKey() + "' is none of " + String.join(", ", FIELDS));
      }
      if (entry.getValue().isBlank()) {
        throw CommandFailure.badInput("--columns: field '" + entry.getKey() + "' has no column");
      }
    }
    this.mapped = Map.copyOf(mapped);
  }

  public String of(Field field) {
    return mapped.getOrDefault(field.toString(), field.toString());
  }

  /** Fields that were mapped to a column which none of the files has: most likely misspelt. */
  public void requireMappedAmong(Set<String> headers) {
    mapped.forEach(
        (field, column) -> {
          if (!headers.contains(column)) {
            throw CommandFailure.badInput(
                "--columns: no file has the column '" + column + "' that is to be " + field);
          }
        });
  }
}
