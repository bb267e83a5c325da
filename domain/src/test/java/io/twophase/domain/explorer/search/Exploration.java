package io.twophase.domain.explorer.search;

import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.List;
import java.util.Set;

/**
 * What an exploration came to.
 *
 * @param states how many different worlds were met
 * @param endings where the records were when all workers had stopped
 * @param violation the promise that was broken, if one was
 * @param trace the shortest run that breaks it
 */
public record Exploration(
    int states, Set<List<State>> endings, Option<String> violation, List<String> trace) {

  /** On several lines: the count, or the run and the fault. */
  public String report() {
    return violation
            .map(fault -> "  " + String.join("\n  ", trace) + "\n  => " + fault + "\n")
            .getOrElse("no violation, ")
        + states
        + " states";
  }
}
