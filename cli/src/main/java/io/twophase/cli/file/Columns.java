package io.twophase.cli.file;

import io.twophase.cli.failure.CommandFailure;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which column of a file is which field: as they are called here, unless mapped. */
public final class Columns {

  public static final String ID = "id";
  public static final String BALANCE = "balance";
  public static final String CURRENCY = "currency";
  public static final String OVERDRAFT = "overdraft";
  public static final String FLOOR = "floor";
  public static final String CEILING = "ceiling";
  public static final String NORMAL = "normal";
  public static final String SOURCE = "source";
  public static final String DESTINATION = "destination";
  public static final String AMOUNT = "amount";
  public static final String REFERENCE = "reference";

  private static final List<String> FIELDS =
      List.of(
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
          REFERENCE);

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

  public String of(String field) {
    return mapped.getOrDefault(field, field);
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
