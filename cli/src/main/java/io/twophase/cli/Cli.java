package io.twophase.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Failures;
import io.twophase.cli.text.Converters;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.FileFaults;
import io.twophase.cli.text.Lines;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.output.ProxyOutputStream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.RunLast;

/** The entry of the command line. */
public final class Cli {

  private Cli() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    // what a console cannot answer is in its log only
    if (Collections.disjoint(List.of(args), List.of("--verbose", "console"))) {
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
   * Runs one command and answers its exit code; amounts and names are written in UTF-8. The command
   * says on {@code err} what it could not write, and has an exit code for that.
   */
  public static int run(String[] args, OutputStream out, OutputStream err) {
    StandardStream answers = new StandardStream(out);
    PrintWriter outWriter = new PrintWriter(answers, true, StandardCharsets.UTF_8);
    PrintWriter errWriter = new PrintWriter(new StandardStream(err), true, StandardCharsets.UTF_8);
    CommandContext context =
        new CommandContext(() -> answers.fault().isPresent(), Cli.class.getName());
    CommandLine line = TwophaseCommand.line(context, args);
    line.setOut(outWriter);
    line.setErr(errWriter);
    Converters.register(line);
    line.setExecutionStrategy(
        parsed -> {
          setUpLogs(context.isVerbose());
          context.requireOneStore();
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
          "standard output cannot be written: %s; what the command did is done all the same"
              .formatted(FileFaults.words(answers.fault().orElseThrow())));
    }
    errWriter.flush();
    return exitCode;
  }

  private static final class Printed extends PatternLayout {
    @Override
    public String doLayout(ILoggingEvent event) {
      return Lines.printed(super.doLayout(event));
    }
  }

  /**
   * Sets up logs on stderr, never on stdout: of faults, or of all if asked for. Not by a file,
   * which would lie on the class path of every host.
   */
  private static void setUpLogs(boolean verbose) {
    if (!(LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root)) {
      // the libraries have been set to log nothing
      return;
    }
    LoggerContext context = root.getLoggerContext();
    root.detachAndStopAllAppenders();
    root.setLevel(verbose ? Level.INFO : Level.ERROR);
    PatternLayout layout = new Printed();
    layout.setContext(context);
    layout.setPattern("%d %-5level [%thread] %logger{20} - %msg%n");
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
    stderr.setContext(context);
    stderr.setTarget("System.err");
    stderr.setEncoder(encoder);
    stderr.start();
    root.addAppender(stderr);
  }

  /** Standard output or standard error, with what went wrong first in writing it. */
  private static final class StandardStream extends ProxyOutputStream {

    private volatile Optional<IOException> fault = Optional.empty();

    StandardStream(OutputStream stream) {
      super(stream);
    }

    Optional<IOException> fault() {
      return fault;
    }

    @Override
    protected void beforeWrite(int length) throws IOException {
      if (fault.isPresent()) {
        throw fault.get();
      }
    }

    @Override
    protected void afterWrite(int length) throws IOException {
      // a print stream keeps the reason to itself
      if (out instanceof PrintStream print && print.checkError()) {
        throw new IOException("it does not take what is written");
      }
    }

    @Override
    protected void handleIOException(IOException broken) {
      fault = fault.or(() -> Optional.of(broken));
    }
  }
}
