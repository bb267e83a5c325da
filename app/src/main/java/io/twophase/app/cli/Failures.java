package io.twophase.app.cli;

import io.twophase.adapter.mongo.InvalidStoreUriException;
import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.app.embedded.storage.EmbeddedStoreException;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every failure is one line on stderr and the right exit code; a stack trace only if asked for. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private final TwophaseCommand root;

  Failures(TwophaseCommand root) {
    this.root = root;
  }

  @Override
  public int handleParseException(ParameterException fault, String[] args) {
    CommandLine line = fault.getCommandLine();
    String message =
        fault instanceof UnmatchedArgumentException unmatched
                && !line.getSubcommands().isEmpty()
                && !unmatched.isUnknownOption()
            ? "unknown command '" + unmatched.getUnmatched().get(0) + "'"
            : String.valueOf(fault.getMessage());
    report(line, fault, ExitCode.BAD_INPUT, message + "; see twophase --help");
    return ExitCode.BAD_INPUT;
  }

  @Override
  public int handleExecutionException(Exception fault, CommandLine line, ParseResult parsed) {
    int exitCode = exitCode(fault);
    report(line, fault, exitCode, message(fault));
    return exitCode;
  }

  private static int exitCode(Exception fault) {
    if (fault instanceof CommandFailure failure) {
      return failure.exitCode();
    } else if (fault instanceof StoreException || fault instanceof EmbeddedStoreException) {
      return ExitCode.UNREACHABLE;
    } else if (fault instanceof InvalidStoreUriException
        || fault instanceof UnsafeStoreException
        || fault instanceof IOException
        || fault instanceof UncheckedIOException) {
      return ExitCode.BAD_INPUT;
    }
    return ExitCode.UNKNOWN;
  }

  private static String message(Exception fault) {
    boolean expected =
        fault instanceof CommandFailure
            || fault instanceof StoreException
            || fault instanceof EmbeddedStoreException
            || fault instanceof InvalidStoreUriException
            || fault instanceof UnsafeStoreException;
    String message = fault.getMessage();
    if (expected && message != null) {
      boolean allowable = fault instanceof UnsafeStoreException unsafe && unsafe.isAllowable();
      return allowable ? message + " (--unsafe-store)" : message;
    }
    boolean file = fault instanceof IOException || fault instanceof UncheckedIOException;
    return (file ? "file: " : "internal error, please report it: ") + fault;
  }

  private void report(CommandLine line, Exception fault, int exitCode, String message) {
    String oneLine = message.replaceAll("\\s*\\R\\s*", " ");
    line.getErr().println("twophase: " + oneLine);
    if (root.verbose) {
      fault.printStackTrace(line.getErr());
    }
    if (root.json && !root.answered) {
      line.getOut()
          .println(
              Json.text(Map.of("error", Json.object("exitCode", exitCode, "message", oneLine))));
    }
  }
}
