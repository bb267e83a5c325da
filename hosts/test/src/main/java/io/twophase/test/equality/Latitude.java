package io.twophase.test.equality;

import io.twophase.domain.account.Hold;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
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
  boolean allows(Call call, List<Answer> expected, List<Answer> told) {
    if (expected.equals(told)) {
      return true;
    }
    if (expected.size() != told.size() || !isMixed(expected)) {
      return false;
    }
    Judge judge = call.fold(new Judges());
    for (int at = 0; at < told.size(); at++) {
      boolean same = Objects.equals(expected.get(at), told.get(at));
      if (!same && !judge.allows(at, expected.get(at), told.get(at))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMixed(List<Answer> answers) {
    long matched = answers.stream().filter(Answer::isMatch).count();
    return matched > 0 && matched < answers.size();
  }

  /** Whether one element of a call may be answered otherwise than exactly. */
  private interface Judge {
    boolean allows(int at, Answer expected, Answer told);
  }

  /** The judge of each kind of call. */
  private final class Judges implements Call.Cases<Judge> {
    private static final Judge EXACT = (at, expected, told) -> false;

    @Override
    public Judge place(Call.Place call) {
      return (at, expected, told) ->
          told.hold()
              .exists(
                  hold ->
                      expected
                          .hold()
                          .exists(exactly -> allowsHold(call.legs().get(at), exactly, hold)));
    }

    @Override
    public Judge onHolds(Call.OnHolds call) {
      return (at, expected, told) -> {
        Leg leg = call.legs().get(at);
        return told.isMatch()
            ? allowsMatch(call.change(), leg)
            : call.change() == Call.HoldChange.STAMP && isRaisedFurther(leg);
      };
    }

    @Override
    public Judge advance(Call.Advance call) {
      return (at, expected, told) -> told.isMatch() && isLeft(call.transitions().get(at));
    }

    @Override
    public Judge open(Call.Open call) {
      return EXACT;
    }

    @Override
    public Judge change(Call.Change call) {
      return EXACT;
    }

    @Override
    public Judge findAccounts(Call.FindAccounts call) {
      return EXACT;
    }

    @Override
    public Judge findLatestAccount(Call.FindLatestAccount call) {
      return EXACT;
    }

    @Override
    public Judge begin(Call.Begin call) {
      return EXACT;
    }

    @Override
    public Judge findRecords(Call.FindRecords call) {
      return EXACT;
    }

    @Override
    public Judge findLatestRecord(Call.FindLatestRecord call) {
      return EXACT;
    }

    @Override
    public Judge latest(Call.Latest call) {
      return EXACT;
    }

    @Override
    public Judge unfinished(Call.Unfinished call) {
      return EXACT;
    }

    @Override
    public Judge pause(Call.Wait call) {
      return EXACT;
    }
  }

  private boolean allowsMatch(Call.HoldChange change, Leg leg) {
    return switch (change) {
      case STAMP -> held(leg).contains(asked(leg));
      case RELEASE -> held(leg).isEmpty();
      case SETTLE, WITHDRAW -> !held(leg).contains(asked(leg));
    };
  }

  /** A stamp whose hold a later leg of the same call has stamped, too. */
  private boolean isRaisedFurther(Leg leg) {
    return held(leg).exists(hold -> leg.epoch().olderThan(hold.epoch()));
  }

  private boolean allowsHold(Leg leg, AccountHoldOutcome expected, AccountHoldOutcome told) {
    Option<HoldRefusal> refusal =
        expected.fold(
            held -> Option.none(),
            alreadyHeld -> Option.none(),
            refused -> Option.some(refused.refusal()),
            inDoubt -> Option.none());
    return told.fold(
        held -> held(leg).contains(asked(leg)),
        alreadyHeld -> refusal.isDefined() && isHeldNow(leg, alreadyHeld),
        refused -> refusal.exists(exactly -> differOnlyInFigures(refused.refusal(), exactly)),
        inDoubt -> false);
  }

  /** Another leg of the call holds for the same transaction on the same account. */
  private boolean isHeldNow(Leg leg, AccountHoldOutcome.AlreadyHeld told) {
    return held(leg).contains(asked(new Leg(leg.transaction(), told.epoch(), told.held())));
  }

  private static Hold asked(Leg leg) {
    return new Hold(
        leg.transaction(),
        leg.epoch(),
        leg.operation().direction(),
        leg.operation().amount().minor());
  }

  /** A refusal names figures of some moment of the call. */
  private static boolean differOnlyInFigures(HoldRefusal told, HoldRefusal exactly) {
    return told.kind().equals(exactly.kind()) && told.account().equals(exactly.account());
  }

  private Option<Hold> held(Leg leg) {
    AccountLookup lookup = exact.accounts().find(List.of(leg.account())).get(0);
    return lookup.fold(
        found -> found.account().holds().get(leg.transaction()),
        absent -> Option.none(),
        unreadable -> Option.none());
  }

  private boolean isLeft(Transition transition) {
    TransactionLookup lookup = exact.transactions().find(List.of(transition.transaction())).get(0);
    return lookup.fold(
        found -> transition.left(found.record()),
        absent -> false,
        unreadable -> false,
        removed -> false);
  }
}
