package io.twophase.app.equality;

import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import java.util.List;

/** When two answers to one call agree. The state that a call leaves must be equal in any case. */
enum Agreement {

  /** They are equal. */
  EXACT {
    @Override
    boolean holds(List<?> exact, List<?> other) {
      return exact.equals(other);
    }
  },

  /**
   * They are equal; but of a call of several elements a store may know only how many matched, and
   * then it answers matched for what is as asked, though not by this call.
   */
  COUNTED {
    @Override
    boolean holds(List<?> exact, List<?> other) {
      return exact.equals(other)
          || (exact.size() > 1 && exact.size() == other.size() && eachIsAllowed(exact, other));
    }
  };

  abstract boolean holds(List<?> exact, List<?> other);

  private static boolean eachIsAllowed(List<?> exact, List<?> other) {
    for (int at = 0; at < exact.size(); at++) {
      boolean allowed =
          exact.get(at).equals(other.get(at))
              || (exact.get(at) == MatchOutcome.NOT_MATCHED
                  && other.get(at) == MatchOutcome.MATCHED)
              || (exact.get(at) instanceof HoldOutcome.AlreadyHeld
                  && other.get(at) instanceof HoldOutcome.Held);
      if (!allowed) {
        return false;
      }
    }
    return true;
  }
}
