package io.twophase.domain.explorer.breadth;

import io.vavr.control.Option;
import java.util.List;

/**
 * What a search came to.
 *
 * @param states how many different states were met
 * @param fault what is wrong, if anything
 * @param trace the shortest run to it
 */
public record Found(int states, Option<String> fault, List<String> trace) {

  /** On several lines: the count, or the run and the fault. */
  public String report() {
    return fault
            .map(what -> "  " + String.join("\n  ", trace) + "\n  => " + what + "\n")
            .getOrElse("no violation, ")
        + states
        + " states";
  }
}
