package io.twophase.domain.explorer.breadth;

import java.util.Optional;

/** The states that there may be, what comes after each, and what must hold of each. */
public interface Space<S> {

  /** More than any scene of the tests has: a machine that never ends is a fault, too. */
  int MOST_STATES = 60_000_000;

  S start();

  /** All that may come next, each an atomic step. */
  void next(S state, Steps<S> steps);

  /** What is wrong with a state, if anything is. */
  Optional<String> fault(S state);

  /**
   * What is said of a state from which no {@linkplain #isEnd end} can be reached; none where that
   * is not asked.
   */
  default Optional<String> withoutEnd() {
    return Optional.empty();
  }

  /** Whether all is ended as it has to be. */
  default boolean isEnd(S state) {
    return false;
  }

  /** Called once with each state that nothing is wrong with, the nearest first. */
  default void visit(S state) {}
}
