package io.twophase.domain.record;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.hold.*;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.Net;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.*;
import java.util.function.Function;

/** The decision: members one after the other within what is held. */
public final class Run {
  /**
   * What a target has come to before the decision: a hold at the deciding epoch (or, of nothing, a
   * look), true refusals by member, or busy.
   */
  public sealed interface Held {}

  public record InRange(Range range) implements Held {}

  public record AsAsked() implements Held {}

  public record Never(Function<TransactionId, CancelReason> reason) implements Held {}

  public record Busy() implements Held {}

  /** Words of a refusal by bounds: target, what was left, what was asked. */
  public interface Short {
    CancelReason reason(Target target, long left, long asked, boolean isFunds);
  }

  private final boolean inOrder;
  private final Map<Target, Held> held;
  private final Short words;
  private final Map<Target, Long> net = new HashMap<>();
  private final Map<Target, long[]> owed = new HashMap<>();
  private final Set<Target> behind = new HashSet<>();
  private boolean behindUnseen;
  private LinkedHashMap<TransactionId, Fate> fates = LinkedHashMap.empty();

  private Run(boolean inOrder, Map<Target, Held> held, Short words) {
    this.inOrder = inOrder;
    this.held = held;
    this.words = words;
  }

  public static Verdict of(
      List<TransactionId> order,
      Map<TransactionId, Member> named,
      Set<TransactionId> excluded,
      boolean inOrder,
      Map<Target, Held> held,
      Short words) {
    Run run = new Run(inOrder, held, words);
    for (TransactionId id : order) {
      if (!excluded.contains(id)) {
        Member member = named.get(id);
        Fate fate = member == null ? run.unseen() : run.take(member);
        if (!fate.equals(Fate.APPLIED)) {
          run.fates = run.fates.put(id, fate);
        }
      }
    }
    return new Verdict(run.fates);
  }

  private Fate unseen() {
    behindUnseen = true;
    return Fate.LEFT;
  }

  private Fate take(Member member) {
    if ((inOrder && behindUnseen)
        || member.touches().stream().anyMatch(touch -> behind.contains(touch.target()))) {
      return leave(member);
    }
    for (Member.Touch touch : member.touches()) {
      if (held.get(touch.target()) instanceof Never never) {
        return Fate.refused(never.reason().apply(member.id()));
      }
    }
    if (member.touches().stream()
        .anyMatch(
            touch ->
                !(held.get(touch.target()) instanceof InRange)
                    && !(held.get(touch.target()) instanceof AsAsked))) {
      return leave(member);
    }
    long part = member.atMost() ? most(member) : -1;
    if (part != 0
        && member.touches().stream()
            .allMatch(touch -> !touch.isEscrow() || range(touch).allows(moved(touch, part)))) {
      member.touches().stream()
          .filter(Member.Touch::isEscrow)
          .forEach(touch -> net.put(touch.target(), moved(touch, part)));
      return part > 0 && part < -member.touches().get(0).delta()
          ? new Fate(Fate.Kind.APPLIED, Option.none(), captured(part))
          : Fate.APPLIED;
    }
    for (Member.Touch touch : member.touches()) {
      // of one at most, the debit is refused only where there is nothing, whatever left-out members
      // would bring
      Option<CancelReason> refusal =
          touch.isEscrow()
              ? refusal(touch, member.atMost() && touch.delta() < 0 ? 1 : Math.abs(touch.delta()))
              : Option.none();
      if (refusal.isDefined()) {
        return Fate.refused(refusal.get());
      }
    }
    return leave(member);
  }

  private Range range(Member.Touch touch) {
    return ((InRange) held.get(touch.target())).range();
  }

  private long netOf(Target target) {
    return net.getOrDefault(target, 0L);
  }

  private long moved(Member.Touch touch, long part) {
    return Net.plus(
        netOf(touch.target()), part < 0 ? touch.delta() : touch.delta() < 0 ? -part : part);
  }

  /** As much as there was when it was held: all, where the range is whole. */
  private long most(Member member) {
    Member.Touch debit =
        member.touches().stream().filter(touch -> touch.delta() < 0).findFirst().get();
    return range(debit)
        .had()
        .map(had -> Math.max(0, Math.min(-debit.delta(), Net.plus(had, netOf(debit.target())))))
        .getOrElse(-debit.delta());
  }

  private static Captured captured(long part) {
    return Captured.IN_FULL;
  }

  /** Refused only if even what was left out would not have made it fit. */
  private Option<CancelReason> refusal(Member.Touch touch, long least) {
    boolean isFunds = touch.delta() < 0;
    Range range = range(touch);
    long[] owes =
        behindUnseen
            ? new long[] {Long.MAX_VALUE, Long.MAX_VALUE}
            : owed.getOrDefault(touch.target(), new long[2]);
    return isFunds
        ? range
            .had()
            .map(had -> Net.plus(had, netOf(touch.target())))
            .filter(left -> Net.plus(left, owes[0]) < least)
            .map(left -> words.reason(touch.target(), Math.max(0, left), -touch.delta(), true))
        : range
            .could()
            .map(could -> Net.minus(could, netOf(touch.target())))
            .filter(left -> Net.plus(left, owes[1]) < least)
            .map(left -> words.reason(touch.target(), Math.max(0, left), touch.delta(), false));
  }

  private Fate leave(Member member) {
    for (Member.Touch touch : member.touches()) {
      long[] owes = owed.computeIfAbsent(touch.target(), none -> new long[2]);
      int side = touch.delta() > 0 ? 0 : 1;
      owes[side] = Net.plus(owes[side], Math.abs(touch.delta()));
      if (inOrder) {
        behind.add(touch.target());
      }
    }
    return Fate.LEFT;
  }
}
