package io.twophase.cli.text;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in plain words. */
public final class ParseFaults {

  private ParseFaults() {}

  public static String words(ParameterException fault) {
    return fault instanceof UnmatchedArgumentException unmatched
        ? unmatched(unmatched)
        // the library says it twice
        : String.valueOf(fault.getMessage()).replace("option option", "option");
  }

  private static String unmatched(UnmatchedArgumentException fault) {
    CommandLine line = fault.getCommandLine();
    String word = fault.getUnmatched().get(0);
    if (fault.isUnknownOption()) {
      // what comes behind it may be its value, or not: that is not known
      return "unknown option '" + Lines.value(word.split("=", 2)[0]) + "'";
    }
    String first = Lines.value(Lines.withoutSecrets(word, word));
    return line.getSubcommands().isEmpty()
        ? "'" + first + "' is one argument too many"
        : "unknown command '" + first + "'";
  }
}
