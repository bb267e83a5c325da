package io.twophase.domain.machine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a caller of a function is.
 *
 * @param function the place of its first attempt
 * @param attempt of which the function runs, or whose transaction is worked on
 * @param read the values that this run has read so far, in the order of the operations
 * @param answer what the caller is answered; none before
 */
record Call(int function, Stage stage, int attempt, List<@Nullable Long> read, char answer) {

  /** What a caller does next. */
  enum Stage {
    /** Looks at the last attempt that is stored. */
    LOOK,
    /** The run has declined: looks whether the function has happened meanwhile. */
    LOOK_ONCE_MORE,
    /** Runs the function, which reads one document after the other. */
    RUN,
    /** Works on the transaction of its own run. */
    COMMIT,
    /** Works on the transaction of somebody else's run. */
    FOLLOW,
    /** Has its answer, or has made as many attempts as it may. */
    ENDED
  }

  static Call looking(int function) {
    return new Call(function, Stage.LOOK, 0, List.of(), Decisions.NOTHING);
  }

  Call at(Stage next) {
    return new Call(function, next, attempt, read, answer);
  }

  Call running(int number) {
    return new Call(function, Stage.RUN, number, List.of(), Decisions.NOTHING);
  }

  Call following(int number) {
    return new Call(function, Stage.FOLLOW, number, List.of(), Decisions.NOTHING);
  }

  Call reading(@Nullable Long value) {
    List<@Nullable Long> more = new ArrayList<>(read);
    more.add(value);
    return new Call(function, stage, attempt, more, answer);
  }

  Call ended(char with) {
    return new Call(function, Stage.ENDED, attempt, List.of(), with);
  }
}
