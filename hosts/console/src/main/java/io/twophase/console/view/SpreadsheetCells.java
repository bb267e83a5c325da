package io.twophase.console.view;

import java.util.regex.Pattern;

/** Cells of a file that a spreadsheet may open. */
public final class SpreadsheetCells {

  /**
   * The beginnings of cells that a spreadsheet may take for a formula: at the beginning, or behind
   * what another locale separates cells by; past blanks, quotes and what is not seen; with a
   * full-width or small form of the signs too, which it reads as the plain ones.
   */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(?<=\\A|[,;|\\t\\r\\n])(?=[\\s\\p{Z}\\p{C}\"]*[=+\\-@\u2212"
              + "\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])|\\A(?=[\\t\\r\\n])");

  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

  private SpreadsheetCells() {}

  /** The cell, with an apostrophe before each part that a spreadsheet would take for a formula. */
  public static String safe(String cell) {
    return NUMBER.matcher(cell).matches() ? cell : FORMULA.matcher(cell).replaceAll("'");
  }
}
