package io.twophase.cli;

import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Failures;
import io.twophase.cli.context.Logging;
import io.twophase.cli.context.StandardStream;
import io.twophase.cli.file.FileFaults;
import io.twophase.cli.text.Converters;
import io.twophase.cli.text.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.RunLast;

/** The entry of the command line. */
public final class Cli {

  private Cli() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (!List.of(args).contains("--verbose")) {
      quietLibraries();
    }
    System.exit(
        run(
            args,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err)));
  }

  /** Keeps the libraries from setting up logs that nobody reads, which takes its time. */
  static void quietLibraries() {
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "WARN");
  }

  /**
   * Runs one command and answers its exit code; amounts and names are written in UTF-8. What could
   * not be written is said on {@code err}, and has its own exit code.
   */
  public static int run(String[] args, OutputStream out, OutputStream err) {
    StandardStream answers = new StandardStream(out);
    PrintWriter outWriter = new PrintWriter(answers, true, StandardCharsets.UTF_8);
    PrintWriter errWriter = new PrintWriter(new StandardStream(err), true, StandardCharsets.UTF_8);
    CommandContext context = new CommandContext(answers, Cli.class.getName());
    CommandLine line = TwophaseCommand.line(context, args);
    line.setOut(outWriter);
    line.setErr(errWriter);
    Converters.register(line);
    line.setExecutionStrategy(
        parsed -> {
          Logging.setUp(context.isVerbose());
          return new RunLast().execute(parsed);
        });
    Failures failures = new Failures(context);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    int exitCode;
    try {
      exitCode = line.execute(args);
    } catch (OutOfMemoryError | StackOverflowError | LinkageError fault) {
      exitCode = failures.handleError(fault);
    }
    outWriter.flush();
    if (answers.fault().isPresent()) {
      exitCode = ExitCode.first(exitCode, ExitCode.OUTPUT);
      context.note(
          "standard output cannot be written: "
              + FileFaults.words(answers.fault().orElseThrow())
              + "; what the command did is done all the same");
    }
    errWriter.flush();
    return exitCode;
  }
}
