package io.twophase.test.equality;

import java.util.ArrayList;
import java.util.List;

/**
 * Where two stores part.
 *
 * @param step the number of the call, counted from 0
 * @param call what was asked
 * @param what the answer or the state
 * @param exact what it must be
 * @param told what it is
 */
record Difference(int step, Call call, String what, List<?> exact, List<?> told) {

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add("step " + step + ", " + call + ": the " + what + " differs");
    for (int at = 0; at < Math.max(exact.size(), told.size()); at++) {
      Object left = at < exact.size() ? exact.get(at) : "nothing";
      Object right = at < told.size() ? told.get(at) : "nothing";
      if (!left.equals(right)) {
        lines.add("  " + at + ", exact: " + left);
        lines.add("  " + at + ", told:  " + right);
      }
    }
    return String.join("\n", lines);
  }
}
