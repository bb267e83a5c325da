package io.twophase.cli.text;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The faults of a command line, in plain words. */
public final class ParseFaults {

  private ParseFaults() {}

  /** Returns what is wrong, and which help tells more. */
  public static String words(ParameterException fault) {
    CommandLine line = fault.getCommandLine();
    String what = what(fault, line);
    String command = line.getCommandSpec().qualifiedName();
    return what + (what.endsWith("?") ? " see " : "; see ") + command + " --help";
  }

  private static String what(ParameterException fault, CommandLine line) {
    if (fault instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched, line);
    }
    // a group of commands does nothing by itself
    return fault.getClass() == ParameterException.class
            && line.getParseResult() != null
            && !line.getSubcommands().isEmpty()
        ? line.getCommandName()
            + " needs a command: "
            + String.join(", ", line.getSubcommands().keySet())
        // the library says it twice
        : String.valueOf(fault.getMessage()).replace("option option", "option");
  }

  private static String unmatched(UnmatchedArgumentException fault, CommandLine line) {
    String word = fault.getUnmatched().get(0);
    if (fault.isUnknownOption()) {
      // what comes behind it may be its value, or not: that is not known
      String option = word.split("=", 2)[0];
      return "unknown option '"
          + Lines.value(option)
          + "'"
          + Similar.question(option, line.getCommandSpec().optionsMap().keySet());
    }
    String shown = Lines.value(Lines.withoutSecrets(word, word));
    return line.getSubcommands().isEmpty()
        ? "'" + shown + "' is one argument too many"
        : "unknown command '"
            + shown
            + "'"
            + Similar.question(word, line.getSubcommands().keySet());
  }
}
