package io.twophase.app.function.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a transaction, as its caller saw it: a transaction that runs again is another run.
 *
 * @param invoked when the run began, by a clock that all processes share and that never stands
 * @param completed when the caller knew the outcome
 * @param steps in the order in which the run took them
 */
record Run(long invoked, long completed, Outcome outcome, List<Step> steps) {

  /** What the caller knows. */
  enum Outcome {
    /** The transaction has happened. */
    APPLIED,
    /** It has not, and never will. */
    NOT_APPLIED,
    /** It may have happened, or may yet. */
    UNKNOWN
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

  <S extends Step> Stream<S> steps(Class<S> kind) {
    return steps.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** The lists after the run; nothing if it has not read them as they were before it. */
  Optional<Map<String, List<Long>>> after(Map<String, List<Long>> before) {
    Map<String, List<Long>> lists = new TreeMap<>(before);
    for (Step step : steps) {
      List<Long> now = lists.getOrDefault(step.key(), List.of());
      if (step instanceof Append append) {
        List<Long> longer = new ArrayList<>(now);
        longer.add(append.value());
        lists.put(append.key(), longer);
      } else if (!((Read) step).values().equals(now)) {
        return Optional.empty();
      }
    }
    return Optional.of(lists);
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
