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
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.machine.Cells.Kept;
import io.twophase.domain.machine.Cells.Room;
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
import java.util.function.UnaryOperator;

/** The store of a world: what each message does to it, and what it answers. */
final class Store {

  private final Scene scene;
  private final Cells cells;
  private final Judge judge;
  private final HoldRules rules;

  /** The effect of each message, by what the message meets: thousands of worlds share it. */
  private final IdentityHashMap<Object, Map<Integer, Effect>> known = new IdentityHashMap<>();

  /** The answer to a message, and what is then in the cell that it writes, if it writes. */
  private record Effect(Object answer, Optional<Character> after) {}

  Store(Scene scene, Cells cells, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.judge = judge;
    rules = scene.rules();
  }

  private static Optional<Target> target(Object message) {
    if (message instanceof Placing placing) {
      return Optional.of(placing.claim().target());
    }
    if (message instanceof Stamping stamping) {
      return Optional.of(stamping.target());
    }
    return message instanceof Ending ending ? Optional.of(ending.target()) : Optional.empty();
  }

  /** The cell that a message writes. */
  private int cell(Object message) {
    if (message instanceof TransactionRecord record) {
      return cells.anyCell(scene.place(record.id()));
    }
    if (message instanceof MemberDocument document) {
      return cells.memberCell(scene.place(document.id()));
    }
    if (message instanceof Transition move) {
      return cells.anyCell(scene.place(move.record()));
    }
    return message instanceof MemberTake take
        ? cells.memberCell(scene.place(take.member()))
        : cells.targetCell(scene.place(target(message).orElseThrow()));
  }

  /** A write on top of one that no majority has waits: its own fate would be that one's. */
  boolean canLand(char[] world, Object message) {
    return target(message).isPresent() || Cells.isCertain(world, cell(message));
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
    int cell = cell(message);
    // the clock only tells records apart that stand under one id, one after the other
    int now = cells.pass(world).retired();
    Effect effect =
        known
            .computeIfAbsent(message, any -> new HashMap<>())
            .computeIfAbsent(
                now << Character.SIZE | world[cell],
                any -> effect(message, world[cell], Instant.ofEpochSecond(now)));
    target(message)
        .ifPresentOrElse(
            target -> write(world, scene.place(target), message, effect),
            () -> effect.after().ifPresent(after -> write(world, cell, message, after, isSoft)));
    return effect.answer();
  }

  /** The effect of a message, which depends on what the message meets alone. */
  private Effect effect(Object message, char meets, Instant now) {
    if (message instanceof Placing asked) {
      return Flaws.place(scene, rules, cells.targets.value(meets), asked)
          .fold(
              refused -> new Effect(refused, Optional.empty()),
              stored ->
                  new Effect(
                      Answer.held(Hold.of(rules.home(), asked)),
                      Optional.of(cells.targets.number(Optional.of(stored)))));
    }
    if (message instanceof Stamping asked) {
      return matched(
          Flaws.stamp(scene, rules, cells.targets.value(meets), asked)
              .map(stored -> cells.targets.number(Optional.of(stored))));
    }
    if (message instanceof Ending asked) {
      return matched(
          Flaws.end(scene, rules, cells.targets.value(meets), asked).map(cells.targets::number));
    }
    Kept there = cells.kept.value(meets);
    if (message instanceof Transition asked) {
      return matched(
          there
              .record()
              .filter(record -> record.id().equals(asked.record()))
              .flatMap(record -> Flaws.apply(scene, asked, record, now))
              .map(record -> cells.kept.number(Kept.of(record))));
    }
    if (message instanceof MemberTake take) {
      boolean isBlind = scene.lacks(TAKES_WHATEVER_IT_NAMES) && !there.isFree();
      return matched(
          there
              .member()
              .filter(take::finds)
              .or(() -> isBlind ? Optional.of(take.free()) : Optional.empty())
              .map(
                  member -> cells.kept.number(take.taken(member, EPOCH).fold(Kept::of, Kept::of))));
    }
    boolean isTaken =
        there.receipt().isPresent()
            ? !scene.lacks(Flaw.KEEPS_NO_ID)
            : there.record().isPresent() || there.member().isPresent();
    return isTaken
        ? new Effect(BeginOutcome.ID_TAKEN, Optional.empty())
        : new Effect(
            BeginOutcome.BEGUN,
            Optional.of(
                cells.kept.number(
                    message instanceof TransactionRecord record
                        ? Kept.of(record)
                        : Kept.of((MemberDocument) message))));
  }

  private static Effect matched(Optional<Character> after) {
    return new Effect(after.isPresent() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED, after);
  }

  /** A record or a member is written. */
  private void write(char[] world, int cell, Object message, char after, boolean isSoft) {
    if (message instanceof MemberTake take) {
      judge.taken(world, take);
    }
    put(world, cell, after, isSoft);
    if (message instanceof TransactionRecord record) {
      judge.begun(world, record);
    }
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

  /** A target is written, if it is; what there was for a range, and since when, is noted. */
  private void write(char[] world, int target, Object message, Effect effect) {
    Optional<Stored> there = cells.target(world, target);
    effect.after().ifPresent(after -> world[cells.targetCell(target)] = after);
    if (message instanceof Placing asked && effect.after().isEmpty()) {
      notPlaced(world, target, asked, there, (Answer) effect.answer());
    } else if (message instanceof Placing asked) {
      Optional<Bounds> before =
          asked.claim() instanceof OfRange range && isReduced(range.range())
              ? there.orElseThrow().bounds(range.scale()).toJavaOptional()
              : Optional.empty();
      note(
          world,
          asked.record(),
          target,
          room ->
              (asked.epoch().olderThan(room.epoch()) ? room : Room.NONE)
                  .with(before, isTimely(world, asked.record(), asked.epoch())));
    } else if (message instanceof Stamping asked && effect.after().isPresent()) {
      RecordId record = asked.read().record();
      note(
          world,
          record,
          target,
          room -> room.with(isTimely(world, record, asked.epoch()), room.stays()));
    } else if (message instanceof Ending asked
        && effect.after().isPresent()
        && cells.holds(world, target).noneMatch(hold -> hold.isOf(rules.home(), asked.record()))) {
      note(world, asked.record(), target, room -> room.with(Optional.empty(), false));
    }
  }

  private void note(char[] world, RecordId of, int target, UnaryOperator<Room> change) {
    int record = scene.place(of);
    cells.room(world, record, target, change.apply(cells.room(world, record, target)));
  }

  private void notPlaced(
      char[] world, int target, Placing asked, Optional<Stored> there, Answer answer) {
    if (answer.kind() == Answer.Kind.SHORT) {
      Scale scale = ((OfRange) asked.claim()).scale();
      Optional<Bounds> looked = there.orElseThrow().bounds(scale).toJavaOptional();
      note(
          world,
          asked.record(),
          target,
          room ->
              asked.epoch().olderThan(room.epoch())
                  ? room
                  : new Room(room.held(), looked, asked.epoch(), room.timely(), room.stays()));
    }
    if (answer.kind() == Answer.Kind.REFUSED) {
      judge.refused(world, target, asked);
    }
  }

  private boolean isTimely(char[] world, RecordId owner, Epoch epoch) {
    return cells.primary(world, cells.anyCell(scene.place(owner))).record().stream()
        .anyMatch(record -> record.epoch().equals(epoch) && !record.state().isDecided());
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
