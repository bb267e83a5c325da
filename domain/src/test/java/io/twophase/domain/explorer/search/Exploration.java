package io.twophase.domain.explorer.search;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.List;
import java.util.Set;

/**
 * What an exploration came to.
 *
 * @param found how many worlds were met, and the promise that was broken, if one was
 * @param endings where the records were when all workers had stopped
 */
public record Exploration(Found found, Set<List<State>> endings) {

  public int states() {
    return found.states();
  }

  public Option<String> violation() {
    return found.fault();
  }

  /** The shortest run that breaks it. */
  public List<String> trace() {
    return found.trace();
  }

  /** On several lines: the count, or the run and the fault. */
  public String report() {
    return found.report();
  }
}
