package io.twophase.app.audit;

import io.twophase.domain.hold.Hold;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.Collections;
import java.util.List;

/** Checks the holds of one target against each other; those of other homes keep others out, too. */
record HoldConflicts(Findings findings) implements Check {

  /** Ranges never keep each other out, and there may be many of them. */
  @Override
  public void see(List<Held> held) {
    for (int at = 0; at < held.size(); at++) {
      for (Held one : held.subList(0, at)) {
        if (isConflict(one.hold(), held.get(at).hold())) {
          findings.add(
              Finding.Kind.HOLDS_CONFLICT,
              one.id(),
              one.words() + ", beside which there can be no " + held.get(at).name());
        }
      }
    }
  }

  // said here again: the audit shares no code with what it judges
  private static boolean isConflict(Hold one, Hold other) {
    boolean isOfOne = one.home().equals(other.home()) && one.record().equals(other.record());
    return one.mode() == other.mode()
        ? one.mode() == HoldMode.EXCLUSIVE || isOfOne
        : one.mode() == HoldMode.EXCLUSIVE
            || other.mode() == HoldMode.EXCLUSIVE
            || !Collections.disjoint(one.fields(), other.fields());
  }
}
