package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.domain.operation.Leg;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One command of a call, of which not all matched.
 *
 * @param legs the legs that it carried, in their order
 * @param groups the same by the updates that they went in
 * @param matched what the updates matched
 * @param someUntold whether the call's commands so far have matched some, and it is not told which
 */
record LegRound(List<Leg> legs, List<LegGroup> groups, Matches matched, boolean someUntold) {

  /** The places of the legs of which it is known that they matched. */
  Set<Integer> placesMatched() {
    Set<Integer> places = new HashSet<>();
    for (int at = 0; at < groups.size(); at++) {
      if (matched.of(at).contains(1)) {
        places.addAll(groups.get(at).places());
      }
    }
    return places;
  }
}
