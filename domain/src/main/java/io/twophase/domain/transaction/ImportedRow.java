package io.twophase.domain.transaction;

import io.vavr.control.Either;
import java.util.Objects;

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

  private static final int DIGITS = 64;

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code file} is no such digest, or {@code row} is below 1
   */
  public ImportedRow {
    if (!isDigest(file) || row < 1) {
      throw new IllegalArgumentException(fault(file, row));
    }
  }

  /** For values from outside: the row, or one line that says why there is none. */
  public static Either<String, ImportedRow> of(String file, long row, boolean inFileOrder) {
    return isDigest(file) && row >= 1
        ? Either.right(new ImportedRow(file, row, inFileOrder))
        : Either.left(fault(file, row));
  }

  private static String fault(String file, long row) {
    return isDigest(file)
        ? "row " + row + " is below 1"
        : "file '" + file + "' is not a SHA-256 of " + DIGITS + " hexadecimal digits";
  }

  private static boolean isDigest(String text) {
    if (Objects.requireNonNull(text, "file").length() != DIGITS) {
      return false;
    }
    for (int at = 0; at < DIGITS; at++) {
      char c = text.charAt(at);
      boolean hexadecimal = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (!hexadecimal) {
        return false;
      }
    }
    return true;
  }
}
