package io.twophase.cli.text;

import io.twophase.console.view.Json;
import io.twophase.domain.Reason;
import io.vavr.control.Either;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Ends a command with an exit code and one line for people. */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final String kind;

  private CommandFailure(int exitCode, String message) {
    this(exitCode, ExitCode.kind(exitCode), message);
  }

  private CommandFailure(int exitCode, String kind, String message) {
    super(message);
    this.exitCode = exitCode;
    this.kind = kind;
  }

  /** The command line or an input file is wrong. */
  public static CommandFailure badInput(String message) {
    return new CommandFailure(ExitCode.BAD_INPUT, message);
  }

  /** The command line is wrong, for a reason that has a name. */
  public static CommandFailure badInput(String kind, String message) {
    return new CommandFailure(ExitCode.BAD_INPUT, kind, message);
  }

  /** The value of a text from outside, or the failure that says why the text is none. */
  public static <T> T parsed(Either<? extends Reason, T> parsed, UnaryOperator<String> words) {
    return parsed.getOrElseThrow(
        invalid -> badInput(invalid.kind(), words.apply(invalid.message())));
  }

  /** Ends the command if the command line or an input file is wrong. */
  public static void badInputIf(boolean isWrong, String message) {
    if (isWrong) {
      throw badInput(message);
    }
  }

  /** Returns a refusal. */
  public static CommandFailure refused(String message) {
    return new CommandFailure(ExitCode.REFUSED, message);
  }

  /** Returns a refusal, for a reason that has a name. */
  public static CommandFailure refused(String kind, String message) {
    return new CommandFailure(ExitCode.REFUSED, kind, message);
  }

  /** The store cannot be reached, and nothing was sent to it. */
  public static CommandFailure unreachable(String message) {
    return new CommandFailure(ExitCode.UNREACHABLE, message);
  }

  /** Returns that the outcome is not known; the message names the command that resolves it. */
  public static CommandFailure unknown(String message) {
    return new CommandFailure(ExitCode.UNKNOWN, message);
  }

  /** The store was reached and refuses, or what it holds cannot be used. */
  public static CommandFailure storeRefused(String message) {
    return new CommandFailure(ExitCode.STORE_REFUSED, message);
  }

  /** Output cannot be written. */
  public static CommandFailure output(String message) {
    return new CommandFailure(ExitCode.OUTPUT, message);
  }

  /**
   * Why a command has not done what it was asked for, for machines: the same of a refusal and of a
   * failure.
   *
   * @param exitCode that of the command
   * @param kind what machines go by
   * @param message one line for people
   */
  public static Map<String, Object> json(int exitCode, String kind, String message) {
    return Json.object("exitCode", exitCode, "kind", kind, "message", message);
  }

  /** Returns what machines read: the reason of a refusal, or what the exit code says. */
  public String kind() {
    return kind;
  }

  public int exitCode() {
    return exitCode;
  }
}
