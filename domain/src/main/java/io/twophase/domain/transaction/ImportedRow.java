package io.twophase.domain.transaction;

import io.vavr.control.Either;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The row of an imported file that a transaction was asked by.
 *
 * @param file the SHA-256 of the file's bytes, as 64 hexadecimal digits in lower case: two files of
 *     one name are distinguished by it
 * @param row which row, in the file's order: its line, counted from 1
 * @param inFileOrder whether the import promises the balances of running its rows one after the
 *     other. Recovery then leaves an undecided row to the same import for a while, and takes rows
 *     over in their order
 */
public record ImportedRow(String file, long row, boolean inFileOrder) {

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code file} is no such digest, or {@code row} is below 1
   */
  public ImportedRow {
    fault(file, row)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
  }

  /** For values from outside: the row, or one line that says why there is none. */
  public static Either<String, ImportedRow> of(String file, long row, boolean inFileOrder) {
    return fault(file, row)
        .map(Either::<String, ImportedRow>left)
        .orElseGet(() -> Either.right(new ImportedRow(file, row, inFileOrder)));
  }

  private static Optional<String> fault(String file, long row) {
    if (!DIGEST.matcher(Objects.requireNonNull(file, "file")).matches()) {
      return Optional.of("file '" + file + "' is not a SHA-256 of 64 hexadecimal digits");
    }
    return row < 1 ? Optional.of("row " + row + " is below 1") : Optional.empty();
  }
}
