package io.twophase.domain.explorer.breadth;

import java.util.List;
import java.util.Optional;

/**
 * What a search came to.
 *
 * @param states how many different states were met
 * @param fault what is wrong, if anything
 * @param trace the shortest run to it
 */
public record Found(int states, Optional<String> fault, List<String> trace) {

  /** On several lines: the count, or the run and the fault. */
  public String report() {
    return fault
            .map(what -> "  " + String.join("\n  ", trace) + "\n  => " + what + "\n")
            .orElse("no violation, ")
        + states
        + " states";
  }
}
