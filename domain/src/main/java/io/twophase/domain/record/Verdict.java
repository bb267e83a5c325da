package io.twophase.domain.record;

import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A decision says by it what becomes of the members of a record. A member that is neither refused
 * nor left out, and is not excluded, is applied.
 *
 * @param refused who never happens, and why
 * @param left who was left out: neither happened nor refused, free for another record
 * @param unseen the members for which nothing was held at the deciding epoch, since no document of
 *     theirs was seen to name the record, excluded members too. A document of every other member is
 *     there until the record has ended, and a worker that ends the record's holds must have read it
 * @param moved of applied members that move less than they ask for, the amounts of their operations
 *     on accounts, in minor units
 */
public record Verdict(
    Map<TransactionId, CancelReason> refused,
    Set<TransactionId> left,
    Set<TransactionId> unseen,
    Map<TransactionId, List<Long>> moved) {

  /** All members happen in full: the verdict of an undecided record, too. */
  public static final Verdict ALL_APPLIED = new Verdict(Map.of(), Set.of(), Set.of(), Map.of());

  /** The members keep their order. */
  public Verdict {
    refused = ordered(refused);
    left = ordered(left);
    unseen = ordered(unseen);
    moved = ordered(moved);
  }

  /** The verdict of a record that is canceled as a whole, with the members that are unseen. */
  public static Verdict ofCanceled(List<TransactionId> unseen) {
    return ALL_APPLIED.withUnseen(new LinkedHashSet<>(unseen));
  }

  /** The verdict of an only member that moves these amounts; all that it asks for if empty. */
  static Verdict moving(TransactionId only, List<Long> amounts) {
    return amounts.isEmpty()
        ? ALL_APPLIED
        : new Verdict(Map.of(), Set.of(), Set.of(), Map.of(only, List.copyOf(amounts)));
  }

  /** The fate of a member that is listed and not excluded, in a record that is not canceled. */
  public Fate of(TransactionId member) {
    if (isOfAll()) {
      return Fate.APPLIED;
    }
    if (left.contains(member)) {
      return Fate.LEFT;
    }
    return Optional.ofNullable(refused.get(member))
        .map(Fate::refused)
        .or(() -> Optional.ofNullable(moved.get(member)).map(Fate::applied))
        .orElse(Fate.APPLIED);
  }

  /** Returns whether the verdict lets all members happen, in full. */
  boolean isOfAll() {
    return refused.isEmpty() && left.isEmpty() && moved.isEmpty();
  }

  /** Returns whether a member that is not excluded happens. */
  public boolean applies(TransactionId member) {
    return !left.contains(member) && !refused.containsKey(member);
  }

  private Verdict withUnseen(Set<TransactionId> members) {
    return new Verdict(refused, left, members, moved);
  }

  /** Returns an immutable copy of the map, in its order. */
  static <T> Map<TransactionId, T> ordered(Map<TransactionId, T> byMember) {
    return byMember.isEmpty()
        ? Map.of()
        : Collections.unmodifiableMap(new LinkedHashMap<>(byMember));
  }

  private static Set<TransactionId> ordered(Set<TransactionId> members) {
    return members.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(members));
  }

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
}
