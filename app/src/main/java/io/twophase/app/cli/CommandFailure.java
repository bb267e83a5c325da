package io.twophase.app.cli;

/** Ends a command with an exit code and one line for people. */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The command line or an input file is wrong. */
  static CommandFailure badInput(String message) {
    return new CommandFailure(ExitCode.BAD_INPUT, message);
  }

  /** What was asked is refused. */
  static CommandFailure refused(String message) {
    return new CommandFailure(ExitCode.REFUSED, message);
  }

  /** What became of it is not known; the message names the command that resolves it. */
  static CommandFailure unknown(String message) {
    return new CommandFailure(ExitCode.UNKNOWN, message);
  }

  int exitCode() {
    return exitCode;
  }
}
