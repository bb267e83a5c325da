package io.twophase.domain.machine;

import static io.twophase.domain.machine.Flaw.TAKES_WHATEVER_IT_NAMES;
import static java.time.Instant.EPOCH;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.OfRange;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.machine.Cells.Kept;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The store of a world: what each message does to it, and what it answers. */
final class Store {

  private final Scene scene;
  private final Cells cells;
  private final Judge judge;
  private final Attempts attempts;
  private final HoldRules rules;

  /** The store's answer to each message, by what the message met: thousands of worlds share it. */
  private final IdentityHashMap<Object, Map<Integer, Object>> known = new IdentityHashMap<>();

  /** The answer to a claim; without a hold the target stays as it is. */
  private record Placed(Answer answer, Optional<Character> after) {}

  Store(Scene scene, Cells cells, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.judge = judge;
    attempts = new Attempts(scene, cells, judge);
    rules = scene.rules();
  }

  /** The cell of the document that a message writes, if that is a record or a member. */
  int cell(Object message) {
    if (message instanceof TransactionRecord record) {
      return cells.anyCell(scene.place(record.id()));
    }
    if (message instanceof MemberDocument document) {
      return cells.memberCell(scene.place(document.id()));
    }
    if (message instanceof Transition move) {
      return cells.anyCell(scene.place(move.record()));
    }
    return message instanceof MemberTake take ? cells.memberCell(scene.place(take.member())) : -1;
  }

  /** A write on top of one that no majority has waits: its own fate would be that one's. */
  boolean canLand(char[] world, Object message) {
    int cell = cell(message);
    return cell < 0 || Cells.isCertain(world, cell);
  }

  /** Whether nothing that may still happen lets the message do anything. */
  boolean isVain(char[] world, Object message) {
    if (scene.flaw != Flaw.NONE || scene.is(Scene.Trait.RETAIN)) {
      return false;
    }
    int cell = cell(message);
    if (message instanceof Transition move) {
      Optional<TransactionRecord> there = cells.primary(world, cell).record();
      return Cells.isCertain(world, cell) && there.stream().anyMatch(it -> isOver(move, it));
    }
    return Message.isInsert(message)
        && Cells.isCertain(world, cell)
        && !cells.primary(world, cell).isFree();
  }

  private static boolean isOver(Transition transition, TransactionRecord record) {
    return record.state().isFinal()
        || (record.state().isDecided() && transition.kind() != Transition.Kind.FINISH)
        || transition.epoch().stream().anyMatch(epoch -> epoch.olderThan(record.epoch()));
  }

  /** What a message does, and its answer. */
  Object deliver(char[] world, Object message, boolean isSoft) {
    if (message instanceof TransactionRecord record) {
      Object answer = begun(world, cell(message), Kept.of(record), isSoft);
      if (answer == BeginOutcome.BEGUN) {
        attempts.begun(world, record);
      }
      return answer;
    }
    if (message instanceof MemberDocument document) {
      return begun(world, cell(message), Kept.of(document), isSoft);
    }
    if (message instanceof Transition move) {
      return change(world, cell(message), move, isSoft);
    }
    if (message instanceof MemberTake take) {
      return take(world, cell(message), take, isSoft);
    }
    if (message instanceof Placing placing) {
      return place(world, placing);
    }
    return message instanceof Stamping stamping
        ? stamp(world, stamping)
        : end(world, (Ending) message);
  }

  @SuppressWarnings("unchecked")
  private <A> A once(Object asked, int there, Supplier<A> answer) {
    return (A)
        known
            .computeIfAbsent(asked, any -> new HashMap<>())
            .computeIfAbsent(there, any -> answer.get());
  }

  private void put(char[] world, int cell, char after, boolean isSoft) {
    Kept before = cells.primary(world, cell);
    world[cell] = after;
    if (!isSoft) {
      commit(world, cell, before);
    }
  }

  /** A majority has it. */
  private void commit(char[] world, int cell, Kept before) {
    world[Cells.majorityCell(cell)] = world[cell];
    cells
        .primary(world, cell)
        .record()
        .ifPresent(record -> judge.written(world, before.record(), record));
  }

  /** What only the primary has, a majority has now. */
  void commit(char[] world, int cell) {
    commit(world, cell, cells.majority(world, cell));
  }

  private Object begun(char[] world, int cell, Kept what, boolean isSoft) {
    Kept there = cells.primary(world, cell);
    boolean isKept = there.receipt().isPresent() && !scene.lacks(Flaw.KEEPS_NO_ID);
    if (isKept || there.record().isPresent() || there.member().isPresent()) {
      return BeginOutcome.ID_TAKEN;
    }
    put(world, cell, cells.kept.number(what), isSoft);
    return BeginOutcome.BEGUN;
  }

  private Object change(char[] world, int cell, Transition asked, boolean isSoft) {
    // the clock only tells records apart that stand under one id, one after the other
    int now = cells.pass(world).retired();
    Optional<Character> after =
        once(
            asked,
            now << Character.SIZE | world[cell],
            () ->
                cells
                    .primary(world, cell)
                    .record()
                    .filter(record -> record.id().equals(asked.record()))
                    .flatMap(
                        record -> Flaws.apply(scene, asked, record, Instant.ofEpochSecond(now)))
                    .map(record -> cells.kept.number(Kept.of(record))));
    after.ifPresent(record -> put(world, cell, record, isSoft));
    return matched(after.isPresent());
  }

  private Object take(char[] world, int cell, MemberTake take, boolean isSoft) {
    Optional<MemberDocument> there =
        cells
            .primary(world, cell)
            .member()
            .filter(take::finds)
            .or(
                () ->
                    scene.lacks(TAKES_WHATEVER_IT_NAMES) && !cells.primary(world, cell).isFree()
                        ? Optional.of(take.free())
                        : Optional.empty());
    there.ifPresent(
        member -> {
          judge.taken(world, member, take);
          put(
              world,
              cell,
              cells.kept.number(take.taken(member, EPOCH).fold(Kept::of, Kept::of)),
              isSoft);
        });
    return matched(there.isPresent());
  }

  private static MatchOutcome matched(boolean isMatched) {
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  private Object place(char[] world, Placing asked) {
    int target = scene.place(asked.claim().target());
    Optional<Stored> there = cells.target(world, target);
    Placed placed =
        once(
            asked,
            world[cells.targetCell(target)],
            () ->
                Flaws.place(scene, rules, there, asked)
                    .fold(
                        refused -> new Placed(refused, Optional.empty()),
                        stored ->
                            new Placed(
                                Answer.held(Hold.of(rules.home(), asked)),
                                Optional.of(cells.targets.number(Optional.of(stored))))));
    Answer answer = placed.answer();
    int record = scene.place(asked.record());
    if (placed.after().isPresent()) {
      world[cells.targetCell(target)] = placed.after().orElseThrow();
      Optional<Bounds> before =
          asked.claim() instanceof OfRange range && isReduced(range.range())
              ? there.orElseThrow().bounds(range.scale()).toJavaOptional()
              : Optional.empty();
      Cells.Room known = cells.room(world, record, target);
      boolean isNewer = asked.epoch().olderThan(known.epoch());
      boolean isTimely = isTimely(world, asked.record(), asked.epoch());
      cells.room(world, record, target, (isNewer ? known : Cells.Room.NONE).with(before, isTimely));
      return answer;
    }
    if (answer.kind() == Answer.Kind.SHORT) {
      looked(world, record, target, asked, there.orElseThrow());
    }
    if (answer.kind() == Answer.Kind.REFUSED) {
      judge.refused(world, target, asked);
    }
    return answer;
  }

  private boolean isTimely(char[] world, RecordId owner, Epoch epoch) {
    return cells.primary(world, cells.anyCell(scene.place(owner))).record().stream()
        .anyMatch(record -> record.epoch().equals(epoch) && !record.state().isDecided());
  }

  private void looked(char[] world, int record, int target, Placing asked, Stored there) {
    Cells.Room before = cells.room(world, record, target);
    if (!asked.epoch().olderThan(before.epoch())) {
      Optional<Bounds> bounds = there.bounds(((OfRange) asked.claim()).scale()).toJavaOptional();
      cells.room(
          world,
          record,
          target,
          new Cells.Room(before.held(), bounds, asked.epoch(), before.timely(), before.stays()));
    }
  }

  private Object stamp(char[] world, Stamping asked) {
    int target = scene.place(asked.target());
    int cell = cells.targetCell(target);
    Optional<Character> after =
        once(
            asked,
            world[cell],
            () ->
                Flaws.stamp(scene, rules, cells.target(world, target), asked)
                    .map(stored -> cells.targets.number(Optional.of(stored))));
    if (after.isPresent()) {
      world[cell] = after.orElseThrow();
      int record = scene.place(asked.read().record());
      Cells.Room room = cells.room(world, record, target);
      boolean isTimely = isTimely(world, asked.read().record(), asked.epoch());
      cells.room(world, record, target, room.with(isTimely, room.stays()));
    }
    return matched(after.isPresent());
  }

  private Object end(char[] world, Ending asked) {
    int target = scene.place(asked.target());
    int cell = cells.targetCell(target);
    Optional<Character> after =
        once(
            asked,
            world[cell],
            () ->
                Flaws.end(scene, rules, cells.target(world, target), asked)
                    .map(cells.targets::number));
    if (after.isPresent()) {
      world[cell] = after.orElseThrow();
      if (hasLeft(cells.target(world, target), asked.record())) {
        int record = scene.place(asked.record());
        Cells.Room known = cells.room(world, record, target);
        cells.room(world, record, target, known.with(Optional.empty(), false));
      }
    }
    return matched(after.isPresent());
  }

  private boolean hasLeft(Optional<Stored> stored, RecordId record) {
    return stored
        .map(there -> there.holds().stream().noneMatch(hold -> hold.isOf(rules.home(), record)))
        .orElse(true);
  }

  /** The targets that hold something. */
  static boolean isHeld(Optional<Stored> stored, Scene scene) {
    return stored.stream()
        .anyMatch(
            there ->
                there.holds().stream()
                    .anyMatch(
                        hold -> hold.home().equals(scene.rules().home()) && !scene.isAlien(hold)));
  }

  /** Whether less is held than was asked for. */
  static boolean isReduced(Range range) {
    return range.had().isPresent() || range.could().isPresent();
  }
}
