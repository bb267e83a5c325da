package io.twophase.test.equality;

import io.twophase.domain.account.Hold;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;

/**
 * Which answers a store may give that differ from the exact ones: what "Match counts" of {@code
 * AccountRepository} and {@code TransactionRepository.advance} allow, and nothing else. Only where
 * some of a call's elements match and some do not is there anything to allow.
 */
final class Latitude {

  private final Stores exact;

  /** Judged by the state that the exact store is in after the call. */
  Latitude(Stores exact) {
    this.exact = exact;
  }

  /** Whether {@code told} may be answered to {@code call}, where {@code expected} is exact. */
  boolean allows(Call call, List<?> expected, List<?> told) {
    if (expected.equals(told)) {
      return true;
    }
    if (expected.size() != told.size() || !isMixed(expected)) {
      return false;
    }
    for (int at = 0; at < told.size(); at++) {
      boolean same = Objects.equals(expected.get(at), told.get(at));
      if (!same && !allows(call, at, expected.get(at), told.get(at))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMixed(List<?> outcomes) {
    long matched = outcomes.stream().filter(Latitude::isMatch).count();
    return matched > 0 && matched < outcomes.size();
  }

  private static boolean isMatch(Object outcome) {
    return outcome == MatchOutcome.MATCHED || outcome instanceof HoldOutcome.Held;
  }

  private boolean allows(Call call, int at, Object expected, Object told) {
    if (call instanceof Call.Place place) {
      return allowsHold(place.legs().get(at), expected, told);
    }
    if (told != MatchOutcome.MATCHED) {
      return isRaisedFurther(call, at);
    }
    if (call instanceof Call.Advance advance) {
      return isLeft(advance.transitions().get(at));
    }
    if (call instanceof Call.OnHolds holds) {
      Leg leg = holds.legs().get(at);
      return switch (holds.change()) {
        case STAMP -> held(leg).contains(asked(leg));
        case RELEASE -> held(leg).isEmpty();
        case SETTLE, WITHDRAW -> !held(leg).contains(asked(leg));
      };
    }
    return false;
  }

  /** A stamp whose hold a later leg of the same call has stamped, too. */
  private boolean isRaisedFurther(Call call, int at) {
    return call instanceof Call.OnHolds holds
        && holds.change() == Call.HoldChange.STAMP
        && held(holds.legs().get(at))
            .exists(hold -> holds.legs().get(at).epoch().olderThan(hold.epoch()));
  }

  private boolean allowsHold(Leg leg, Object expected, Object told) {
    if (told instanceof HoldOutcome.Held) {
      return held(leg).contains(asked(leg));
    }
    if (told instanceof HoldOutcome.AlreadyHeld already) {
      return expected instanceof HoldOutcome.Refused && isHeldNow(leg, already);
    }
    return told instanceof HoldOutcome.Refused refused
        && expected instanceof HoldOutcome.Refused exactly
        && differOnlyInFigures(refused.refusal(), exactly.refusal());
  }

  /** Another leg of the call holds for the same transaction on the same account. */
  private boolean isHeldNow(Leg leg, HoldOutcome.AlreadyHeld told) {
    return held(leg).contains(asked(new Leg(leg.transaction(), told.epoch(), told.held())));
  }

  private static Hold asked(Leg leg) {
    return new Hold(
        leg.transaction(), leg.epoch(), leg.operation().side(), leg.operation().amount().minor());
  }

  /** A refusal names figures of some moment of the call. */
  private static boolean differOnlyInFigures(HoldRefusal told, HoldRefusal exactly) {
    return told.kind().equals(exactly.kind()) && told.account().equals(exactly.account());
  }

  private Option<Hold> held(Leg leg) {
    return exact.accounts().find(List.of(leg.account())).get(0) instanceof AccountLookup.Found it
        ? it.account().holds().get(leg.transaction())
        : Option.none();
  }

  private boolean isLeft(Transition transition) {
    return exact.transactions().find(List.of(transition.transaction())).get(0)
            instanceof TransactionLookup.Found found
        && transition.left(found.record());
  }
}
