package io.twophase.app.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in plain words. */
final class ParseFaults {

  private ParseFaults() {}

  static String words(ParameterException fault) {
    return fault instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? tooMany(unmatched)
        // the library says it twice
        : String.valueOf(fault.getMessage()).replace("option option", "option");
  }

  private static String tooMany(UnmatchedArgumentException fault) {
    CommandLine line = fault.getCommandLine();
    String first = Lines.value(fault.getUnmatched().get(0));
    return line.getSubcommands().isEmpty()
        ? "'" + first + "' is one argument too many"
        : "unknown command '" + first + "'";
  }
}
