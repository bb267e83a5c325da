package io.twophase.domain.record;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    return new Verdict(Map.of(), Set.of(), new LinkedHashSet<>(unseen), Map.of());
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

  /**
   * The decision of a record: its members are executed in memory, one after the other, against what
   * is held. Credits of earlier members pay for later debits. All that is applied stays within the
   * ranges at every member, and a refusal is true of what was there when the target was held,
   * whatever becomes of the members before it.
   *
   * <p>That a group of transactions is agreed on first and then executed one after the other
   * without further coordination is the idea of Thomson and others, "Calvin" (SIGMOD 2012).
   */
  public static final class Run {

    private final boolean inOrder;
    private final Function<Target, Line> toLine;
    private final Map<Target, Line> lines = new HashMap<>();
    private final Map<TransactionId, CancelReason> refused = new LinkedHashMap<>();
    private final Map<TransactionId, List<Long>> moved = new LinkedHashMap<>();
    private final List<TransactionId> left = new ArrayList<>();
    private final List<TransactionId> unseen = new ArrayList<>();

    /** A mark that a member that may take part was not seen: it may touch any target. */
    private boolean hasUnseen;

    /** A target in the course of the run. */
    private static final class Line {
      private final @Nullable Range range;

      private final @Nullable CancelReason refusal;

      /** The sum of what is applied so far. */
      private long net;

      /** The amounts that left-out members would have brought, and taken. */
      private long brought;

      private long taken;

      /** In order, a member that shares the target with a left-out member is left out too. */
      private boolean isBehind;

      private Line(@Nullable Either<CancelReason, Range> answer) {
        range = answer == null ? null : answer.getOrNull();
        refusal = answer == null || answer.isRight() ? null : answer.getLeft();
      }

      private boolean allows(Member.Touch touch, long delta) {
        return range != null && (!touch.isRange() || range.allows(net, delta));
      }
    }

    private Run(boolean inOrder, Map<Target, Either<CancelReason, Range>> answers) {
      this.inOrder = inOrder;
      this.toLine = target -> new Line(answers.get(target));
    }

    /**
     * Runs the members.
     *
     * @param order the members that the record lists, in the order in which they are run
     * @param named those whose documents were seen to name the record, as a majority has them
     * @param excluded who was canceled before the decision, as the decision names it
     * @param inOrder whether the outcome must be that of running them one after the other
     * @param answers of the targets, at the deciding epoch: the range that is held, of an operation
     *     that is held as a whole {@link Range#NONE}, or why the target refuses. A target without
     *     an answer is busy, or is not held: its members are left out
     */
    public static Verdict of(
        List<TransactionId> order,
        Map<TransactionId, Member> named,
        Set<TransactionId> excluded,
        boolean inOrder,
        Map<Target, Either<CancelReason, Range>> answers) {
      Run run = new Run(inOrder, answers);
      for (TransactionId id : order) {
        Member member = named.get(id);
        boolean isExcluded = !excluded.isEmpty() && excluded.contains(id);
        if (member == null) {
          run.unseen.add(id);
          if (!isExcluded) {
            run.leaveUnseen(id);
          }
        } else if (!isExcluded) {
          run.take(member);
        }
      }
      if (run.isOfAll()) {
        return Verdict.ALL_APPLIED;
      }
      return new Verdict(
          run.refused, new LinkedHashSet<>(run.left), new LinkedHashSet<>(run.unseen), run.moved);
    }

    private boolean isOfAll() {
      return refused.isEmpty() && left.isEmpty() && unseen.isEmpty() && moved.isEmpty();
    }

    /** No later member is refused for funds or room, on any target. */
    private void leaveUnseen(TransactionId member) {
      left.add(member);
      hasUnseen = true;
    }

    private void take(Member member) {
      List<Member.Touch> touches = member.touches();
      List<Line> at = new ArrayList<>(touches.size());
      for (Member.Touch touch : touches) {
        at.add(lines.computeIfAbsent(touch.target(), toLine));
      }
      Fate fate =
          (inOrder && hasUnseen) || isBehind(at)
              ? Fate.LEFT
              : member.atMost() ? atMost(touches, at) : fate(touches, at, List.of());
      if (!fate.isApplied()) {
        fate.reason()
            .ifPresentOrElse(
                why -> refused.put(member.id(), why), () -> leave(member.id(), touches, at));
        return;
      }
      for (int each = 0; each < at.size(); each++) {
        at.get(each).net += delta(touches.get(each), fate.moved());
      }
      if (!fate.moved().isEmpty()) {
        moved.put(member.id(), fate.moved());
      }
    }

    private static boolean isBehind(List<Line> at) {
      for (Line line : at) {
        if (line.isBehind) {
          return true;
        }
      }
      return false;
    }

    /**
     * A member that takes as much as there is moves less than it asks for only if all that there
     * was is held, and never because of what a member that was left out would pay.
     */
    private Fate atMost(List<Member.Touch> touches, List<Line> at) {
      Line source = at.get(0);
      Member.Touch debit = touches.get(0);
      if (source.range != null) {
        long most = Math.min(-debit.delta(), Claims.plus(source.range.debit(), source.net));
        if (most == -debit.delta()) {
          return fate(touches, at, List.of());
        }
        if (isAllThereIs(source, source.range)) {
          return most > 0 ? fate(touches, at, List.of(most, most)) : Fate.refused(nothing(debit));
        }
      }
      for (Line line : at) {
        if (line.refusal != null) {
          return Fate.refused(line.refusal);
        }
      }
      return Fate.LEFT;
    }

    private boolean isAllThereIs(Line source, Range range) {
      return range.had().equals(Optional.of(range.debit())) && source.brought == 0 && !hasUnseen;
    }

    /** The first operation that its target refuses, or has too little for, gives the reason. */
    private Fate fate(List<Member.Touch> touches, List<Line> at, List<Long> amounts) {
      boolean fits = true;
      for (int each = 0; fits && each < at.size(); each++) {
        Member.Touch touch = touches.get(each);
        fits = at.get(each).allows(touch, delta(touch, amounts));
      }
      if (fits) {
        return amounts.isEmpty() ? Fate.APPLIED : Fate.applied(amounts);
      }
      for (int each = 0; each < at.size(); each++) {
        Member.Touch touch = touches.get(each);
        Optional<CancelReason> refusal = refusal(touch, at.get(each), delta(touch, amounts));
        if (refusal.isPresent()) {
          return Fate.refused(refusal.orElseThrow());
        }
      }
      return Fate.LEFT;
    }

    private static long delta(Member.Touch touch, List<Long> amounts) {
      return amounts.isEmpty() ? touch.delta() : Long.signum(touch.delta()) * amounts.get(0);
    }

    private void leave(TransactionId member, List<Member.Touch> touches, List<Line> at) {
      left.add(member);
      for (int each = 0; each < at.size(); each++) {
        Line line = at.get(each);
        long delta = touches.get(each).delta();
        line.brought = Claims.plus(line.brought, Math.max(0, delta));
        line.taken = Claims.minus(line.taken, Math.min(0, delta));
        line.isBehind = inOrder;
      }
    }

    /**
     * A member is refused for want of funds or room only if even what was left out would not have
     * made it fit.
     */
    private Optional<CancelReason> refusal(Member.Touch touch, Line line, long delta) {
      Optional<Scale> scale = touch.how().toJavaOptional();
      if (scale.isEmpty() || line.range == null) {
        return Optional.ofNullable(line.refusal);
      }
      boolean takes = delta < 0;
      Optional<Long> there = takes ? line.range.had() : line.range.could();
      if (there.isEmpty()) {
        return Optional.empty();
      }
      long rest = Claims.plus(there.orElseThrow(), takes ? line.net : -line.net);
      long owed = hasUnseen ? Long.MAX_VALUE : takes ? line.brought : line.taken;
      return Claims.plus(rest, owed) < Math.abs(delta)
          ? Optional.of(refusal(touch.target(), scale.orElseThrow(), rest, delta))
          : Optional.empty();
    }

    private static CancelReason refusal(Target target, Scale scale, long rest, long delta) {
      return target.fold(
          account -> refusal(account, scale, rest, delta),
          document ->
              new DocumentRefusal.BoundReached(document, scale.field().name(), rest, delta));
    }

    private static HoldRefusal refusal(AccountId account, Scale scale, long rest, long delta) {
      Money left = scale.money(rest);
      Money asked = scale.money(Math.abs(delta));
      return delta < 0
          ? new HoldRefusal.InsufficientFunds(account, left, asked)
          : new HoldRefusal.CeilingReached(account, left, asked);
    }

    private static CancelReason nothing(Member.Touch debit) {
      Target.OfAccount source = (Target.OfAccount) debit.target();
      return new HoldRefusal.NothingAvailable(source.id(), debit.how().get().money(-debit.delta()));
    }
  }
}
