package io.twophase.app.function.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One run of a transaction, as its caller saw it: a transaction that runs again is another run.
 *
 * @param process one process is in one run at a time
 * @param invoked when the run began, by a clock that all processes share and that never stands
 * @param completed when the caller knew the outcome
 * @param steps in the order in which the run took them
 */
record Run(int process, long invoked, long completed, Outcome outcome, List<Step> steps) {

  /** What the caller knows. */
  enum Outcome {
    /** The transaction has happened. */
    APPLIED("ok"),
    /** It has not, and never will. */
    NOT_APPLIED("fail"),
    /** It may have happened, or may yet. */
    UNKNOWN("info");

    private final String elle;

    Outcome(String elle) {
      this.elle = elle;
    }

    /** Its name in Elle's histories. */
    String elle() {
      return elle;
    }
  }

  /** What a run does to one list. */
  sealed interface Step {
    /** Names the list. */
    String key();
  }

  /** The run appends a value, which nobody else appends. */
  record Append(String key, long value) implements Step {
    @Override
    public String toString() {
      return key + "+" + value;
    }
  }

  /** The run has read all of the list. */
  record Read(String key, List<Long> values) implements Step {
    @Override
    public String toString() {
      return key + "=" + values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
  }

  /** Whether the caller knew that this run had happened before the other one began. */
  boolean precedes(Run other) {
    return outcome == Outcome.APPLIED && completed < other.invoked;
  }

  @Override
  public String toString() {
    return steps.stream()
        .map(Step::toString)
        .collect(Collectors.joining(" ", "[" + invoked + ".." + completed + ": ", "]"));
  }
}
