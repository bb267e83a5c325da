package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Bounds;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;

/** The store of a world: what each message does to it, and what it answers. */
final class Store {

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Judge judge;
  private final HoldRules rules;

  Store(Scene scene, Layout layout, Codes codes, Judge judge) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    this.judge = judge;
    rules = scene.rules();
  }

  /** The cell of the document that a message writes, if that is a record or a member. */
  int cell(Message message) {
    if (message instanceof Message.InsertRecord insert) {
      return layout.any(scene.place(insert.record().id()));
    }
    if (message instanceof Message.InsertMember insert) {
      return layout.member(scene.place(insert.document().id()));
    }
    if (message instanceof Message.Change change) {
      return layout.any(scene.place(change.transition().record()));
    }
    return message instanceof Message.TakeMember take
        ? layout.member(scene.place(take.take().member()))
        : -1;
  }

  /** A write on top of one that no majority has waits: its own fate would be that one's. */
  boolean canLand(char[] world, Message message) {
    int cell = cell(message);
    return cell < 0 || world[cell] == world[Layout.kept(cell)];
  }

  /** Whether nothing that may still happen lets the message do anything. */
  boolean isVain(char[] world, Message message) {
    if (scene.flaw() != Flaw.NONE || scene.is(Scene.Trait.RETAIN)) {
      return false;
    }
    int cell = cell(message);
    if (message instanceof Message.Change change) {
      Option<TransactionRecord> there = codes.kept.value(world[cell]).record();
      return world[cell] == world[Layout.kept(cell)]
          && there.exists(record -> isOver(change.transition(), record));
    }
    if (message instanceof Message.InsertRecord || message instanceof Message.InsertMember) {
      return world[cell] == world[Layout.kept(cell)] && !codes.kept.value(world[cell]).isFree();
    }
    return false;
  }

  private static boolean isOver(Transition transition, TransactionRecord record) {
    return record.state().isFinal()
        || (record.state().isDecided() && transition.kind() != Transition.Kind.FINISH)
        || transition.epoch().exists(epoch -> epoch.olderThan(record.epoch()));
  }

  /** What a message does, and its answer. */
  Object deliver(char[] world, Message message, boolean isSoft) {
    if (message instanceof Message.InsertRecord insert) {
      return begun(world, message, Codes.Kept.of(insert.record()), isSoft);
    }
    if (message instanceof Message.InsertMember insert) {
      return begun(world, message, Codes.Kept.of(insert.document()), isSoft);
    }
    if (message instanceof Message.Change change) {
      return change(world, message, change.transition(), isSoft);
    }
    if (message instanceof Message.TakeMember take) {
      return take(world, message, take.take(), isSoft);
    }
    if (message instanceof Message.Place place) {
      return place(world, place.placing());
    }
    return message instanceof Message.Stamp stamp
        ? stamp(world, stamp.stamping())
        : end(world, ((Message.End) message).ending());
  }

  private void put(char[] world, int cell, Codes.Kept after, boolean isSoft) {
    Codes.Kept before = codes.kept.value(world[cell]);
    world[cell] = codes.kept.number(after);
    if (!isSoft) {
      commit(world, cell, before);
    }
  }

  /** A majority has it. */
  private void commit(char[] world, int cell, Codes.Kept before) {
    world[Layout.kept(cell)] = world[cell];
    codes
        .kept
        .value(world[cell])
        .record()
        .forEach(record -> judge.written(world, before.record(), record));
  }

  /** What only the primary has, a majority has now. */
  void commit(char[] world, int cell) {
    commit(world, cell, codes.kept.value(world[Layout.kept(cell)]));
  }

  private Object begun(char[] world, Message message, Codes.Kept what, boolean isSoft) {
    int cell = cell(message);
    Codes.Kept there = codes.kept.value(world[cell]);
    boolean isKept = there.receipt().isDefined() && !scene.lacks(Flaw.KEEPS_NO_ID);
    if (isKept || there.record().isDefined() || there.member().isDefined()) {
      return BeginOutcome.ID_TAKEN;
    }
    put(world, cell, what, isSoft);
    return BeginOutcome.BEGUN;
  }

  private Object change(char[] world, Message message, Transition asked, boolean isSoft) {
    int cell = cell(message);
    Option<TransactionRecord> there = codes.kept.value(world[cell]).record();
    Option<TransactionRecord> after =
        there
            .filter(record -> record.id().equals(asked.record()))
            .flatMap(record -> Flaws.apply(scene, asked, record, now(world)));
    after.forEach(record -> put(world, cell, Codes.Kept.of(record), isSoft));
    return matched(after.isDefined());
  }

  /** The clock only tells records apart that stand under one id, one after the other. */
  private Instant now(char[] world) {
    return Instant.ofEpochSecond(codes.passes.value(world[Layout.PASS]).retired());
  }

  private Object take(char[] world, Message message, MemberTake take, boolean isSoft) {
    int cell = cell(message);
    Option<io.twophase.domain.record.MemberDocument> there =
        codes
            .kept
            .value(world[cell])
            .member()
            .filter(take::finds)
            .orElse(
                () ->
                    Option.when(
                        scene.lacks(Flaw.TAKES_WHATEVER_IT_NAMES)
                            && !codes.kept.value(world[cell]).isFree(),
                        take::free));
    there.forEach(
        member -> {
          judge.taken(world, member, take);
          put(
              world,
              cell,
              take.taken(member, Instant.EPOCH).fold(Codes.Kept::of, Codes.Kept::of),
              isSoft);
        });
    return matched(there.isDefined());
  }

  private static MatchOutcome matched(boolean isMatched) {
    return isMatched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  private Option<Stored> stored(char[] world, int target) {
    return codes.targets.value(world[layout.target(target)]);
  }

  private void put(char[] world, int target, Option<Stored> after) {
    world[layout.target(target)] = codes.targets.number(after);
  }

  private Object place(char[] world, Placing asked) {
    int target = scene.place(asked.claim().target());
    Option<Stored> there = stored(world, target);
    Either<Answer, Stored> placed = Flaws.place(scene, rules, there, asked);
    int room = layout.room(scene.place(asked.record()), target);
    if (placed.isRight()) {
      put(world, target, Option.some(placed.get()));
      Option<Bounds> before =
          asked
              .claim()
              .fold(
                  range ->
                      Option.when(
                          range.range().isReduced(), () -> there.get().bounds(range.scale()).get()),
                  document -> Option.none());
      Codes.Room known = codes.rooms.value(world[room]);
      boolean isNewer = asked.epoch().olderThan(known.epoch());
      world[room] =
          codes.rooms.number(
              new Codes.Room(
                  before,
                  isNewer ? known.looked() : Option.none(),
                  isNewer ? known.epoch() : Epoch.NONE,
                  isTimely(world, asked.record(), asked.epoch()),
                  false));
      Hold hold = Hold.of(rules.home(), asked);
      return Answer.held(hold);
    }
    Answer answer = placed.getLeft();
    if (answer.kind() == Answer.Kind.SHORT) {
      looked(world, room, asked, there.get());
    }
    if (answer.kind() == Answer.Kind.REFUSED) {
      judge.refused(world, target, asked);
    }
    return answer;
  }

  private boolean isTimely(char[] world, RecordId owner, Epoch epoch) {
    return codes
        .kept
        .value(world[layout.any(scene.place(owner))])
        .record()
        .exists(record -> record.epoch().equals(epoch) && !record.state().isDecided());
  }

  private void looked(char[] world, int room, Placing asked, Stored there) {
    Codes.Room before = codes.rooms.value(world[room]);
    if (!asked.epoch().olderThan(before.epoch())) {
      Claim.OfRange range = (Claim.OfRange) asked.claim();
      world[room] =
          codes.rooms.number(
              new Codes.Room(
                  before.held(),
                  Option.some(there.bounds(range.scale()).get()),
                  asked.epoch(),
                  before.timely(),
                  before.stays()));
    }
  }

  private Object stamp(char[] world, Stamping asked) {
    int target = scene.place(asked.target());
    Option<Stored> after = Flaws.stamp(scene, rules, stored(world, target), asked);
    for (Stored stored : after) {
      put(world, target, Option.some(stored));
      int cell = layout.room(scene.place(asked.read().record()), target);
      Codes.Room room = codes.rooms.value(world[cell]);
      world[cell] =
          codes.rooms.number(
              new Codes.Room(
                  room.held(),
                  room.looked(),
                  room.epoch(),
                  isTimely(world, asked.read().record(), asked.epoch()),
                  room.stays()));
    }
    return matched(after.isDefined());
  }

  private Object end(char[] world, Ending asked) {
    int target = scene.place(asked.target());
    Option<Stored> there = stored(world, target);
    Option<Option<Stored>> after = Flaws.end(scene, rules, there, asked);
    for (Option<Stored> stored : after) {
      put(world, target, stored);
      if (hasLeft(stored, asked.record())) {
        int room = layout.room(scene.place(asked.record()), target);
        Codes.Room known = codes.rooms.value(world[room]);
        world[room] =
            codes.rooms.number(
                new Codes.Room(Option.none(), known.looked(), known.epoch(), false, false));
      }
    }
    return matched(after.isDefined());
  }

  private boolean hasLeft(Option<Stored> stored, RecordId record) {
    return stored.forAll(
        there -> there.holds().stream().noneMatch(hold -> hold.isOf(rules.home(), record)));
  }

  /** The targets that hold something. */
  static boolean isHeld(Option<Stored> stored, Scene scene) {
    return stored.exists(
        there ->
            there.holds().stream()
                .anyMatch(
                    hold ->
                        hold.home().equals(scene.rules().home())
                            && !scene.aliens().containsValue(hold)));
  }
}
