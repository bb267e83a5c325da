package io.twophase.test.equality.record;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import java.util.Optional;

/**
 * Tells from what a store shows whether a change took effect, by its sender or, where who did it
 * makes no difference, by anybody: then a store that knows only how many elements of a call matched
 * may answer that this one did.
 */
public final class Effects {

  private Effects() {}

  /** Returns whether the record shows that the transition took effect. */
  public static boolean isShown(Transition transition, TransactionRecord stored) {
    return switch (transition.kind()) {
      case ACQUIRE ->
          stored.state() == State.PENDING
              && transition.epoch().stream()
                  .anyMatch(before -> before.next().equals(stored.epoch()))
              && isOwned(transition, stored);
      case AUTHORIZE ->
          (stored.state() == State.AUTHORIZED || isAt(State.APPLIED, stored))
              && transition.epoch().equals(Optional.of(stored.epoch()));
      case APPROVE -> transition.approver().stream().anyMatch(stored.approvals()::contains);
      case EXCLUDE ->
          transition.excluded().keySet().stream().allMatch(stored.excluded()::containsKey);
      case DECIDE ->
          isAt(transition.to(), stored)
              && transition.epoch().equals(Optional.of(stored.epoch()))
              && isOwned(transition, stored)
              && stored.verdict().equals(transition.verdict())
              && stored.reason().equals(transition.reason());
      case FINISH -> stored.state() == transition.to();
      case FORGET -> stored.state() == transition.to() && !stored.leavesOut();
    };
  }

  private static boolean isOwned(Transition transition, TransactionRecord stored) {
    return transition.owner().stream().noneMatch(owner -> !stored.isOwnedBy(owner.token()));
  }

  private static boolean isAt(State decided, TransactionRecord stored) {
    State ended = decided == State.APPLIED ? State.DONE : State.CANCELED;
    return stored.state() == decided || stored.state() == ended;
  }

  /** Returns whether the lookup of the member shows that the take took effect. */
  public static boolean isShown(MemberTake take, Lookup member) {
    return member.body().stream().anyMatch(take.free().body()::asksTheSameAs)
        && switch (take.kind()) {
          case INTO ->
              member.member().stream()
                  .anyMatch(found -> take.into().equals(Optional.of(found.record())));
          case ALONE, CANCELED ->
              member.member().isEmpty()
                  && member
                      .record()
                      .flatMap(
                          record -> take.owner().filter(owner -> record.isOwnedBy(owner.token())))
                      .isPresent();
        };
  }
}
