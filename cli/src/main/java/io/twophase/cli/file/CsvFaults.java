package io.twophase.cli.file;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The faults of a CSV file, in plain words instead of the library's. */
final class CsvFaults {

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
    return fault instanceof IOException file && !isOfTheParser(message)
        ? " cannot be read: " + FileFaults.words(file)
        : ", line 1: " + quotes(message);
  }

  /** Returns what follows the line's number. */
  static String inRow(RuntimeException fault) {
    if (fault instanceof UncheckedIOException
        && fault.getCause() instanceof IOException wrapped
        && !isOfTheParser(String.valueOf(wrapped.getMessage()))) {
      return "it cannot be read: " + FileFaults.words(wrapped);
    }
    return quotes(fault.getMessage() == null ? "" : fault.getMessage());
  }

  private static boolean isOfTheParser(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    return lower.contains("encapsulated token")
        || lower.contains("eof reached")
        || lower.contains("exception reading next record")
        || lower.contains("exception parsing");
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
  static void requireCommas(String file, List<String> header) {
    if (header.size() != 1) {
      return;
    }
    SEPARATORS.forEach(
        (separator, called) -> {
          if (header.get(0).contains(separator)) {
            throw CommandFailure.badInput(
                file
                    + " has its columns separated by "
                    + called
                    + "; commas are wanted (its header is '"
                    + Lines.value(header.get(0))
                    + "')");
          }
        });
  }
}
