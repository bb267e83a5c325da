package io.twophase.app.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The entry of the command line. */
public final class Cli {

  private Cli() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  /** Runs one command and answers its exit code; amounts and names are written in UTF-8. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    PrintWriter outWriter = new PrintWriter(out, true, StandardCharsets.UTF_8);
    PrintWriter errWriter = new PrintWriter(err, true, StandardCharsets.UTF_8);
    TwophaseCommand root = new TwophaseCommand();
    CommandLine line = new CommandLine(root);
    line.setOut(outWriter);
    line.setErr(errWriter);
    Failures failures = new Failures(root);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    int exitCode = line.execute(args);
    outWriter.flush();
    errWriter.flush();
    return exitCode;
  }
}
