package io.twophase.cli.context;

import io.twophase.adapter.mongo.InvalidStoreUriException;
import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.FileFaults;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Similar;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every failure is one line on stderr and the right exit code; a stack trace only if asked for. */
public record Failures(CommandContext context)
    implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** The name of an exception's class before its message, which says nothing to a person. */
  private static final Pattern CLASS =
      Pattern.compile("\\b(?:[a-z][a-z0-9_]*\\.)+[A-Z]\\w*(?:Exception|Error)\\b(?:: )?");

  @Override
  public int handleParseException(ParameterException fault, String[] args) {
    context.readOn(List.of(args));
    return fault.getCause() instanceof CommandFailure known
        ? report(known, known.exitCode(), message(known))
        : report(fault, ExitCode.BAD_INPUT, words(fault));
  }

  @Override
  public int handleExecutionException(Exception fault, CommandLine line, ParseResult parsed) {
    return report(fault, exitCode(fault), message(fault));
  }

  /**
   * Reports that the machine has too little of something, or a mistake of this software; returns
   * the exit code.
   */
  public int handleError(Error fault) {
    String message =
        fault instanceof OutOfMemoryError
            ? "out of memory; what was asked may have been done in part: the same command again"
                + " tells, with more memory (TWOPHASE_JAVA_OPTS=-Xmx2g)"
            : internal(fault);
    return report(fault, ExitCode.UNKNOWN, message);
  }

  public static int exitCode(Exception fault) {
    if (fault instanceof CommandFailure failure) {
      return failure.exitCode();
    } else if (fault instanceof StoreUnavailableException) {
      return ExitCode.UNREACHABLE;
    } else if (fault instanceof StoreException || fault instanceof EmbeddedStoreException) {
      return ExitCode.STORE_REFUSED;
    } else if (fault instanceof InvalidStoreUriException
        || fault instanceof UnsafeStoreException
        || fault instanceof IOException
        || fault instanceof UncheckedIOException) {
      return ExitCode.BAD_INPUT;
    }
    return ExitCode.UNKNOWN;
  }

  private static String message(Exception fault) {
    String message = fault.getMessage();
    if (fault instanceof UncheckedIOException && fault.getCause() instanceof IOException cause) {
      return message + ": " + FileFaults.words(cause);
    } else if (fault instanceof IOException file) {
      return file instanceof FileSystemException system && system.getFile() != null
          ? "file " + system.getFile() + ": " + FileFaults.words(file)
          : "a file cannot be used: " + FileFaults.words(file);
    }
    boolean expected = fault instanceof CommandFailure || exitCode(fault) != ExitCode.UNKNOWN;
    if (!expected || message == null) {
      return internal(fault);
    }
    boolean allowable = fault instanceof UnsafeStoreException unsafe && unsafe.isAllowable();
    return allowable ? message + " (--unsafe-store)" : CLASS.matcher(message).replaceAll("");
  }

  private static String internal(Throwable fault) {
    return "internal error, please report it with what --verbose shows: "
        + CLASS.matcher(String.valueOf(fault.getMessage())).replaceAll("");
  }

  private int report(Throwable fault, int exitCode, String message) {
    PrintWriter err = context.err();
    String oneLine = Lines.shown(message, context.store());
    err.println("twophase: " + oneLine);
    if (context.isVerbose()) {
      StringWriter trace = new StringWriter();
      fault.printStackTrace(new PrintWriter(trace));
      err.print(Lines.printed(Lines.withoutSecrets(trace.toString(), context.store())));
    }
    if (context.isJson() && !context.isAnswered()) {
      String kind =
          fault instanceof CommandFailure failure ? failure.kind() : ExitCode.kind(exitCode);
      context.answer(() -> Map.of("error", CommandFailure.json(exitCode, kind, oneLine)), () -> "");
    }
    return exitCode;
  }

  /** Returns what is wrong, and which help tells more. */
  private static String words(ParameterException fault) {
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
        ? "%s needs a command: %s"
            .formatted(line.getCommandName(), String.join(", ", line.getSubcommands().keySet()))
        // the library says it twice
        : String.valueOf(fault.getMessage()).replace("option option", "option");
  }

  private static String unmatched(UnmatchedArgumentException fault, CommandLine line) {
    String word = fault.getUnmatched().get(0);
    // what comes behind it may be its value, or not: that is not known
    String option = word.split("=", 2)[0];
    // behind --, an option's name is an argument
    if (fault.isUnknownOption() && !line.getCommandSpec().optionsMap().containsKey(option)) {
      return unknown("option", Lines.value(option), option, line.getCommandSpec().optionsMap());
    }
    String shown = Lines.value(Lines.withoutSecrets(word, word));
    return line.getSubcommands().isEmpty()
        ? "'" + shown + "' is one argument too many"
        : unknown("command", shown, word, line.getSubcommands());
  }

  private static String unknown(String what, String shown, String word, Map<String, ?> known) {
    return "unknown " + what + " '" + shown + "'" + Similar.question(word, known.keySet());
  }
}
