package io.twophase.app.cli;

/** What the process answers to the shell. */
final class ExitCode {

  static final int DONE = 0;

  /** Refused, or an audit found something. */
  static final int REFUSED = 1;

  /** The command line or an input file is wrong. */
  static final int BAD_INPUT = 2;

  /** The store cannot be reached. */
  static final int UNREACHABLE = 3;

  /** The outcome is not known. */
  static final int UNKNOWN = 4;

  private ExitCode() {}
}
