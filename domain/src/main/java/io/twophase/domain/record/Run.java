package io.twophase.domain.record;

import io.twophase.domain.AccountId;
import io.twophase.domain.Eithers;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.vavr.control.Either;
import java.util.ArrayList;
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
 * The decision of a record: its members are executed in memory, one after the other, against what
 * is held. Credits of earlier members pay for later debits. All that is applied stays within the
 * ranges at every member, and a refusal is true of what was there when the target was held,
 * whatever becomes of the members before it.
 *
 * <p>That a group of transactions is agreed on first and then executed one after the other without
 * further coordination is the idea of Thomson and others, "Calvin" (SIGMOD 2012).
 */
public final class Run {

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
   *     that is held as a whole {@link Range#NONE}, or why the target refuses. A target without an
   *     answer is busy, or is not held: its members are left out
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
    List<Line> at = new ArrayList<>(member.touches().size());
    for (Member.Touch touch : member.touches()) {
      at.add(lines.computeIfAbsent(touch.target(), toLine));
    }
    Fate fate = fate(member, at);
    if (fate.isApplied()) {
      apply(member, at, fate);
    } else {
      fate.reason().ifPresentOrElse(why -> refused.put(member.id(), why), () -> leave(member, at));
    }
  }

  private Fate fate(Member member, List<Line> at) {
    if ((inOrder && hasUnseen) || isBehind(at)) {
      return Fate.LEFT;
    }
    return member.atMost() ? atMost(member, at) : fate(member, at, List.of());
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
   * A member that takes as much as there is moves less than it asks for only if all that there was
   * is held, and never because of what a member that was left out would pay.
   */
  private Fate atMost(Member member, List<Line> at) {
    Line source = at.get(0);
    Member.Touch debit = member.touches().get(0);
    if (source.range != null) {
      long most = Math.min(-debit.delta(), Claims.plus(source.range.debit(), source.net));
      if (most == -debit.delta()) {
        return fate(member, at, List.of());
      }
      if (isAllThereIs(source, source.range)) {
        return most > 0 ? fate(member, at, List.of(most, most)) : Fate.refused(nothing(debit));
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
  private Fate fate(Member member, List<Line> at, List<Long> amounts) {
    boolean fits = true;
    for (int each = 0; fits && each < at.size(); each++) {
      Member.Touch touch = member.touches().get(each);
      fits = at.get(each).allows(touch, delta(touch, amounts));
    }
    if (fits) {
      return amounts.isEmpty() ? Fate.APPLIED : Fate.applied(amounts);
    }
    for (int each = 0; each < at.size(); each++) {
      Member.Touch touch = member.touches().get(each);
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

  private void apply(Member member, List<Line> at, Fate fate) {
    for (int each = 0; each < at.size(); each++) {
      at.get(each).net += delta(member.touches().get(each), fate.moved());
    }
    if (!fate.moved().isEmpty()) {
      moved.put(member.id(), fate.moved());
    }
  }

  private void leave(Member member, List<Line> at) {
    left.add(member.id());
    for (int each = 0; each < at.size(); each++) {
      Line line = at.get(each);
      long delta = member.touches().get(each).delta();
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
    Optional<Scale> scale = Eithers.right(touch.how());
    if (scale.isEmpty() || line.range == null) {
      return Optional.ofNullable(line.refusal);
    }
    boolean takes = delta < 0;
    Optional<Long> there = takes ? line.range.had() : line.range.could();
    if (there.isEmpty()) {
      return Optional.empty();
    }
    long rest =
        takes
            ? Claims.plus(there.orElseThrow(), line.net)
            : Claims.minus(there.orElseThrow(), line.net);
    long owed = hasUnseen ? Long.MAX_VALUE : takes ? line.brought : line.taken;
    return Claims.plus(rest, owed) < Math.abs(delta)
        ? Optional.of(refusal(touch.target(), scale.orElseThrow(), Math.max(0, rest), delta))
        : Optional.empty();
  }

  private static CancelReason refusal(Target target, Scale scale, long rest, long delta) {
    return target.fold(
        account -> refusal(account, scale, rest, delta),
        document -> new DocumentRefusal.BoundReached(document, field(scale), rest, delta));
  }

  private static HoldRefusal refusal(AccountId account, Scale scale, long rest, long delta) {
    Money left = money(scale, rest);
    Money asked = money(scale, Math.abs(delta));
    return delta < 0
        ? new HoldRefusal.InsufficientFunds(account, left, asked)
        : new HoldRefusal.CeilingReached(account, left, asked);
  }

  private static CancelReason nothing(Member.Touch debit) {
    Target.OfAccount source = (Target.OfAccount) debit.target();
    return new HoldRefusal.NothingAvailable(source.id(), money(debit.how().get(), -debit.delta()));
  }

  private static Money money(Scale scale, long minor) {
    return scale.fold(
        money -> new Money(minor, money.currency()),
        field -> {
          throw new IllegalArgumentException("money on " + field);
        });
  }

  private static String field(Scale scale) {
    return scale.fold(
        money -> {
          throw new IllegalArgumentException("a field of " + money);
        },
        field -> field.name());
  }
}
