package io.twophase.cli.text;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The process's answer to the shell. */
public final class ExitCode {

  public static final int DONE = 0;

  /** Refused, or an audit found something. */
  public static final int REFUSED = 1;

  /** The command line or an input file is wrong. */
  public static final int BAD_INPUT = 2;

  /** The store cannot be reached. */
  public static final int UNREACHABLE = 3;

  /** The outcome is not known. */
  public static final int UNKNOWN = 4;

  /** The store was reached and refuses, or is refused: not safe, no rights, damaged. */
  public static final int STORE_REFUSED = 5;

  /** Output cannot be written. */
  public static final int OUTPUT = 6;

  /** The process was ended by Ctrl-C: 128 and the signal's number, as shells count. */
  public static final int INTERRUPTED = 130;

  /** The process was ended by SIGTERM. */
  public static final int TERMINATED = 143;

  /** The first that holds is answered. */
  private static final List<Integer> ORDER =
      List.of(BAD_INPUT, OUTPUT, UNKNOWN, STORE_REFUSED, UNREACHABLE, REFUSED, DONE);

  private ExitCode() {}

  /** Returns what machines read for a code that says no more. */
  public static String kind(int code) {
    return switch (code) {
      case REFUSED -> "Refused";
      case BAD_INPUT -> "BadInput";
      case UNREACHABLE -> "Unreachable";
      case STORE_REFUSED -> "StoreRefused";
      case OUTPUT -> "OutputFailed";
      default -> "Unknown";
    };
  }

  /** Returns the code to answer with, of several that all hold. */
  public static int first(Integer... codes) {
    return Collections.min(List.of(codes), Comparator.comparing(ORDER::indexOf));
  }
}
