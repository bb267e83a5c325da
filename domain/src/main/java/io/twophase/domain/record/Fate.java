package io.twophase.domain.record;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import java.util.List;
import java.util.Optional;

/**
 * A record says by it what becomes of one member.
 *
 * @param kind what becomes of it
 * @param reason why it never happens; none of an applied and of a left-out one
 * @param moved how much each of an applied member's operations on accounts moves, in their order
 *     and in minor units; empty if the operations move all that they ask for
 */
public record Fate(Kind kind, Optional<CancelReason> reason, List<Long> moved) {

  /** The four fates. */
  public enum Kind {
    /** The member happens. */
    APPLIED,
    /** The member never happens: a target refused it, or it did not fit. */
    REFUSED,
    /** The member never happens: it was canceled, alone or with its record. */
    EXCLUDED,
    /** The record does not decide the member, which goes on in another record. */
    LEFT
  }

  /** The fate of a member that happens in full. */
  public static final Fate APPLIED = applied(List.of());

  /** The fate of a member that its record leaves out. */
  public static final Fate LEFT = new Fate(Kind.LEFT, Optional.empty(), List.of());

  /** The amounts do not change. */
  public Fate {
    moved = List.copyOf(moved);
  }

  /** The fate of a member that happens and moves these amounts; all that it asks for if empty. */
  public static Fate applied(List<Long> moved) {
    return new Fate(Kind.APPLIED, Optional.empty(), moved);
  }

  /** The fate of a member that was refused. */
  public static Fate refused(CancelReason why) {
    return new Fate(Kind.REFUSED, Optional.of(why), List.of());
  }

  /** The fate of a member that was canceled. */
  public static Fate excluded(CancelReason why) {
    return new Fate(Kind.EXCLUDED, Optional.of(why), List.of());
  }

  /** Returns whether the member happens. */
  public boolean isApplied() {
    return kind == Kind.APPLIED;
  }

  /**
   * The amounts that the member moves on each account.
   *
   * @param body the member's
   * @throws IllegalArgumentException if the amounts are not of such a body
   */
  public Captured captured(NewTransaction body) {
    return moved.isEmpty() ? Captured.IN_FULL : Captured.of(body.accountOperations(), moved);
  }
}
