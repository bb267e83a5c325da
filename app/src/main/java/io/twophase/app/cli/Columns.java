package io.twophase.app.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which column of a file is which field: as they are called here, unless mapped. */
final class Columns {

  static final String ID = "id";
  static final String BALANCE = "balance";
  static final String CURRENCY = "currency";
  static final String OVERDRAFT = "overdraft";
  static final String SOURCE = "source";
  static final String DESTINATION = "destination";
  static final String AMOUNT = "amount";

  private static final List<String> FIELDS =
      List.of(ID, BALANCE, CURRENCY, OVERDRAFT, SOURCE, DESTINATION, AMOUNT);

  private final Map<String, String> mapped;

  Columns(Map<String, String> mapped) {
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

  String of(String field) {
    return mapped.getOrDefault(field, field);
  }

  /** Fields that were mapped to a column which none of the files has: most likely misspelt. */
  void requireMappedAmong(Set<String> headers) {
    mapped.forEach(
        (field, column) -> {
          if (!headers.contains(column)) {
            throw CommandFailure.badInput(
                "--columns: no file has the column '" + column + "' that is to be " + field);
          }
        });
  }
}
