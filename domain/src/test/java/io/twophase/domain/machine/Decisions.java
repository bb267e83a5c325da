package io.twophase.domain.machine;

import static io.twophase.domain.machine.Op.Kind.OUT;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a decision may be: members that happen can, and a refusal is true. */
final class Decisions {

  static final char NOTHING = '-';
  static final char APPLIED = 'A';
  static final char REFUSED = 'R';
  static final char CANCELED = 'C';
  static final char DECLINED = 'D';

  private final Scene scene;

  Decisions(Scene scene) {
    this.scene = scene;
  }

  /** What there was for a record's range on a target, if that was less than was asked for. */
  interface Rooms {
    Optional<Bounds> of(int target);
  }

  /** What the record says of each member, as its fields are written. */
  private Map<Integer, Fate.Kind> whats(TransactionRecord record) {
    Map<Integer, Fate.Kind> whats = new HashMap<>();
    for (TransactionId id : record.members()) {
      Fate fate = record.fate(id).orElse(Fate.LEFT);
      boolean isRefused =
          fate.kind() == Fate.Kind.EXCLUDED
              && fate.reason().stream().anyMatch(Decisions::isRefusal);
      whats.put(scene.place(id), isRefused ? Fate.Kind.REFUSED : fate.kind());
    }
    return whats;
  }

  private static boolean isRefusal(CancelReason reason) {
    return reason instanceof HoldRefusal || reason instanceof DocumentRefusal;
  }

  /** How much of it moves, of an at-most member; zero of another. */
  private long moved(int member, TransactionRecord record) {
    Long most = scene.most(member);
    return record
        .verdict()
        .moved()
        .getOrDefault(scene.body(member).id(), List.of(most == null ? 0 : most))
        .get(0);
  }

  /** By how much a member moves a target. */
  private long delta(int member, int target, long moved) {
    boolean isPart = scene.body(member).authorization().isPresent() && moved > 0;
    return scene.ops.get(member).stream()
        .filter(op -> op.at() == target)
        .mapToLong(op -> isPart ? Long.signum(op.delta(op.to())) * moved : op.delta(moved))
        .sum();
  }

  /**
   * A decision that is judged.
   *
   * @param values as decided, which it changes
   * @param applied how much the members moved that were applied, to which it adds
   * @param rooms what there was for its ranges
   * @param isUndisturbed whether nothing has gone wrong before
   * @param told what was answered
   */
  record Decision(
      TransactionRecord record,
      List<@Nullable Long> values,
      Map<Integer, Long> applied,
      Rooms rooms,
      boolean isUndisturbed,
      String told) {

    List<Integer> order(Scene scene) {
      return record.members().stream().map(scene::place).toList();
    }
  }

  /** Changes what is decided, and says what is wrong with that, if anything is. */
  Optional<String> fault(Decision it) {
    Map<Integer, Fate.Kind> whats = whats(it.record());
    List<Integer> order = it.order(scene);
    Map<Integer, Fate.Kind> inOrder =
        scene.is(Scene.Trait.ORDER) ? inOrder(order, whats) : Map.of();
    for (int member : order) {
      Fate.Kind what = whats.get(member);
      String name = "m" + (member + 1);
      if (inOrder.containsKey(member)
          && (what == Fate.Kind.APPLIED || what == Fate.Kind.REFUSED)
          && inOrder.get(member) != what) {
        return Optional.of(name + " is " + what + ", and in the file's order it is not");
      }
      Optional<String> fault =
          switch (what) {
            case APPLIED -> apply(it, member, whats).map(why -> name + " is applied, and " + why);
            case REFUSED -> refuse(it, member, whats).map(why -> name + " is refused, and " + why);
            case LEFT ->
                it.isUndisturbed() && scene.fit.contains(member)
                    ? Optional.of(name + " is left out, and nothing went wrong")
                    : Optional.empty();
            case EXCLUDED -> Optional.empty();
          };
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private Optional<String> apply(Decision it, int member, Map<Integer, Fate.Kind> whats) {
    if (it.applied().containsKey(member)) {
      return Optional.of("it was applied before");
    }
    if (it.told().charAt(member) != NOTHING) {
      return Optional.of("it was answered " + it.told().charAt(member));
    }
    if (scene.members.attempt(member).isPresent()) {
      return apply(it, scene.members.attempt(member).orElseThrow());
    }
    long moved = moved(member, it.record());
    Long most = scene.most(member);
    if (most != null && moved < most) {
      Optional<String> fault = less(it, member, moved, whats);
      if (fault.isPresent()) {
        return fault;
      }
    }
    for (Op op : scene.ops.get(member)) {
      Long value = it.values().get(op.at());
      if (!op.guard(value)) {
        return Optional.of("as decided " + scene.targets.charAt(op.at()) + " is " + value);
      }
      Long after =
          op.isRange()
              ? Long.valueOf(value + delta(member, op.at(), moved))
              : op.effect(value, moved);
      it.values().set(op.at(), after);
      if (after != null && (after < 0 || after > scene.ceilings[op.at()])) {
        return Optional.of(scene.targets.charAt(op.at()) + " is decided to be " + after);
      }
    }
    it.applied().put(member, moved);
    return Optional.empty();
  }

  /**
   * A function happens at the instant of the decision: then it has read what was decided by then,
   * whatever the operations are that its transaction states.
   */
  private Optional<String> apply(Decision it, Attempt attempt) {
    int function = scene.place(attempt.function());
    int answer = scene.members.answer(function);
    if (it.applied().containsKey(answer)) {
      return Optional.of("another attempt was applied before");
    }
    if (it.told().charAt(answer) != NOTHING && it.told().charAt(answer) != DECLINED) {
      return Optional.of("the function was answered " + it.told().charAt(answer));
    }
    List<@Nullable Long> read = new ArrayList<>();
    scene.ops.get(function).forEach(op -> read.add(it.values().get(op.at())));
    long sum = Functions.sum(read);
    if (scene.is(Scene.Trait.ONCE) && sum > 0) {
      return Optional.of("as decided the function declines");
    }
    for (Op op : scene.ops.get(function)) {
      if (op.kind() == Op.Kind.PUT) {
        it.values().set(op.at(), sum + op.to());
      }
    }
    it.applied().put(scene.place(attempt.id()), 0L);
    it.applied().put(answer, sum + 1);
    return Optional.empty();
  }

  private Optional<String> less(
      Decision it, int member, long moved, Map<Integer, Fate.Kind> whats) {
    Op out = scene.ops.get(member).stream().filter(op -> op.kind() == OUT).findFirst().get();
    Optional<Was> was = was(it, member, out.at(), whats);
    if (was.isEmpty() || was.orElseThrow().available() != moved) {
      return Optional.of("it moves " + moved + ", and there was " + was);
    }
    return was.orElseThrow().brought() > 0
        ? Optional.of("it moves less, and one left out before it would bring more")
        : Optional.empty();
  }

  /** What there was for a member: as the target was, moved by what is applied before it. */
  private record Was(long available, long receivable, long brought, long taken) {}

  private Optional<Was> was(Decision it, int member, int target, Map<Integer, Fate.Kind> whats) {
    return it.rooms().of(target).map(bounds -> was(it, member, target, whats, bounds));
  }

  private Was was(
      Decision it, int member, int target, Map<Integer, Fate.Kind> whats, Bounds bounds) {
    long net = 0;
    long brought = 0;
    long taken = 0;
    for (int other : it.order(scene)) {
      if (other == member) {
        break;
      }
      long delta = delta(other, target, moved(other, it.record()));
      if (whats.get(other) == Fate.Kind.APPLIED) {
        net += delta;
      } else if (whats.get(other) == Fate.Kind.LEFT) {
        long asked = delta(other, target, scene.most(other) == null ? 0 : scene.most(other));
        brought += Math.max(0, asked);
        taken += Math.max(0, -asked);
      }
    }
    return new Was(bounds.available() + net, bounds.receivable() - net, brought, taken);
  }

  private Optional<String> refuse(Decision it, int member, Map<Integer, Fate.Kind> whats) {
    if (scene.fit.contains(member)) {
      return Optional.of("whatever is run before it, it fits");
    }
    Reason reason = it.record().fate(scene.body(member).id()).orElseThrow().reason().orElseThrow();
    CancelReason why = (CancelReason) reason;
    if (isByGuard(why)) {
      return Optional.empty();
    }
    boolean isTrue = false;
    boolean isFirm = false;
    for (Op op : scene.ops.get(member)) {
      Optional<Was> there = op.isRange() ? was(it, member, op.at(), whats) : Optional.empty();
      if (there.isPresent()) {
        Was was = there.orElseThrow();
        long asked = op.kind() == OUT ? 1 : op.to();
        if (op.kind() == Op.Kind.INTO) {
          int out = scene.ops.get(member).get(0).at();
          asked = Math.min(asked, was(it, member, out, whats).map(Was::available).orElse(asked));
        }
        isTrue |= (op.takes() ? was.available() : was.receivable()) < asked;
        isFirm |=
            (op.takes() ? was.available() + was.brought() : was.receivable() + was.taken()) < asked;
      }
    }
    if (!isTrue) {
      return Optional.of("when it was held it fits: " + why.message());
    }
    return isFirm ? Optional.empty() : Optional.of("one left out before it would make it fit");
  }

  /** Judged when the target refused. */
  private boolean isByGuard(CancelReason reason) {
    if (reason instanceof HoldRefusal) {
      return !(reason instanceof HoldRefusal.InsufficientFunds)
          && !(reason instanceof HoldRefusal.CeilingReached)
          && !(reason instanceof HoldRefusal.NothingAvailable)
          && (scene.is(Scene.Trait.PATIENCE) || !(reason instanceof HoldRefusal.AccountBusy));
    }
    return reason instanceof DocumentRefusal
        && !(reason instanceof DocumentRefusal.BoundReached)
        && (scene.is(Scene.Trait.PATIENCE) || !(reason instanceof DocumentRefusal.DocumentBusy));
  }

  /** What one member after another comes to, without those that are excluded. */
  private Map<Integer, Fate.Kind> inOrder(List<Integer> order, Map<Integer, Fate.Kind> whats) {
    List<@Nullable Long> values = new ArrayList<>(scene.values);
    Map<Integer, Fate.Kind> all = new HashMap<>();
    for (int member : order) {
      if (whats.get(member) == Fate.Kind.EXCLUDED) {
        continue;
      }
      List<@Nullable Long> after = new ArrayList<>(values);
      Long most = scene.most(member);
      long moved = 0;
      if (most != null) {
        Long there = values.get(scene.ops.get(member).get(0).at());
        moved = Math.min(most, there == null ? 0 : there);
      }
      boolean fits = most == null || moved > 0;
      for (Op op : scene.ops.get(member)) {
        fits &= op.guard(after.get(op.at()));
        if (fits) {
          Long value = op.effect(after.get(op.at()), moved);
          after.set(op.at(), value);
          fits = value == null || (value >= 0 && value <= scene.ceilings[op.at()]);
        }
      }
      all.put(member, fits ? Fate.Kind.APPLIED : Fate.Kind.REFUSED);
      values = fits ? after : values;
    }
    return all;
  }

  /** The value of a target as an applied record leaves it that holds it. */
  @Nullable Long seen(TransactionRecord record, int target, Hold hold, @Nullable Long value) {
    Long seen = value;
    Map<Integer, Fate.Kind> whats = whats(record);
    for (int member : record.members().stream().map(scene::place).toList()) {
      for (Op op : scene.ops(record, member)) {
        boolean isHeld = op.at() == target && whats.get(member) == Fate.Kind.APPLIED;
        if (isHeld && op.isRange() && hold.mode() == HoldMode.ESCROW) {
          seen = (seen == null ? 0 : seen) + delta(member, target, moved(member, record));
        } else if (isHeld && !op.isRange() && hold.mode() == HoldMode.EXCLUSIVE) {
          seen = op.effect(seen, 0);
        }
      }
    }
    return seen;
  }

  /** What a result answers to the caller. */
  char answer(int member, Result result) {
    return switch (result.kind()) {
      case APPLIED -> {
        Long most = scene.most(member);
        long all = most == null ? 0 : most;
        yield applied(result.moved().isEmpty() ? all : result.moved().get(0));
      }
      case CANCELED ->
          result.reason().stream().anyMatch(why -> isRefusal(why)) ? REFUSED : CANCELED;
      default -> NOTHING;
    };
  }

  static char applied(long moved) {
    return moved == 0 ? APPLIED : (char) ('0' + moved);
  }

  static boolean isApplied(char answer) {
    return answer == APPLIED || (answer >= '0' && answer <= '9');
  }

  boolean mayCancel() {
    return scene.is(Scene.Trait.PATIENCE)
        || scene.is(Scene.Trait.LOST)
        || scene.roles.stream()
            .anyMatch(
                role ->
                    role.kind() == Role.Kind.CANCEL
                        || role.kind() == Role.Kind.STOP
                        || role.kind() == Role.Kind.ABANDON);
  }
}
