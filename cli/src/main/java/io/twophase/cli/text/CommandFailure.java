package io.twophase.cli.text;

import io.twophase.console.view.Json;
import io.twophase.domain.Reason;
import io.vavr.control.Either;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Ends a command with an exit code and one line for people. */
@SuppressWarnings({"DoNotCallSuggester", "TypeParameterUnusedInFormals"}) // ends an expression, too
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final String kind;

  /** The failure that machines know by its exit code. */
  public CommandFailure(int exitCode, String message) {
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

  /** Ends the command: what it was asked for is refused. */
  public static <T> T refuse(String message) {
    throw new CommandFailure(ExitCode.REFUSED, message);
  }

  /** Ends the command: what it was asked for is refused, for a reason that has a name. */
  public static <T> T refuse(String kind, String message) {
    throw new CommandFailure(ExitCode.REFUSED, kind, message);
  }

  /** Ends the command if what it was asked for is refused. */
  public static void refuseIf(boolean isRefused, String message) {
    if (isRefused) {
      throw new CommandFailure(ExitCode.REFUSED, message);
    }
  }

  /** Ends the command, with a message that names the command that resolves what is not known. */
  public static <T> T unknown(String message) {
    throw new CommandFailure(ExitCode.UNKNOWN, message);
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
