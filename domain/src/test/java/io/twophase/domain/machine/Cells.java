package io.twophase.domain.machine;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A world is a row of cells. They say which cell holds what, and what its number stands for. Of
 * each record and member there are two: what the primary has, and what a majority has.
 */
final class Cells {

  /** The promise that is broken. */
  static final int BROKEN = 0;

  /** The faults that may still come. */
  static final int BUDGET = 1;

  /** What is decided. */
  static final int GHOST = 2;

  /** What was answered of each transaction. */
  static final int TOLD = 3;

  /** The messages that nobody waits for. */
  static final int LATE = 4;

  /** What the reader has read. */
  static final int READER = 5;

  /** How far a pass of retention is. */
  static final int PASS = 6;

  private static final int FIRST = 7;

  /** What is stored under the id of a record or a transaction. */
  record Kept(
      Optional<TransactionRecord> record,
      Optional<MemberDocument> member,
      Optional<Receipt> receipt,
      boolean isRemoved) {

    static final Kept NOTHING =
        new Kept(Optional.empty(), Optional.empty(), Optional.empty(), false);
    static final Kept REMOVED =
        new Kept(Optional.empty(), Optional.empty(), Optional.empty(), true);

    static Kept of(TransactionRecord record) {
      return new Kept(Optional.of(record), Optional.empty(), Optional.empty(), false);
    }

    static Kept of(MemberDocument member) {
      return new Kept(Optional.empty(), Optional.of(member), Optional.empty(), false);
    }

    static Kept of(Receipt receipt) {
      return new Kept(Optional.empty(), Optional.empty(), Optional.of(receipt), true);
    }

    boolean isFree() {
      return record.isEmpty() && member.isEmpty() && receipt.isEmpty();
    }

    Lookup lookup(String id) {
      return member
          .map(document -> Lookup.found(document, Optional.empty(), Duration.ZERO))
          .or(() -> record.map(there -> Lookup.found(there, Duration.ZERO)))
          .or(() -> receipt.map(Lookup::removed))
          .orElseGet(() -> Lookup.absent(id));
    }
  }

  /**
   * A pass of retention, and what has become of receipts.
   *
   * @param going what it has read, and is about to remove
   * @param retired how many receipts have gone in their time
   */
  record Pass(Optional<Removal> going, int retired) {}

  /**
   * What was there for a range of a record.
   *
   * @param held when the reduced hold was placed that is there
   * @param looked when the owner of an epoch was told that there is too little
   * @param timely whether the hold that is there came, or was raised, at an epoch of its time
   * @param stays whether a hold was there when the record was decided, and still is
   */
  record Room(
      Optional<Bounds> held, Optional<Bounds> looked, Epoch epoch, boolean timely, boolean stays) {
    static final Room NONE = new Room(Optional.empty(), Optional.empty(), Epoch.NONE, false, false);

    Room with(boolean isTimely, boolean isStaying) {
      return new Room(held, looked, epoch, isTimely, isStaying);
    }

    /** A hold comes, or goes, since when nothing stays. */
    Room with(Optional<Bounds> newHeld, boolean isTimely) {
      return new Room(newHeld, looked, epoch, isTimely, false);
    }
  }

  /**
   * What is decided: it changes at the instant of a decision, and at no other.
   *
   * @param values of the targets
   * @param applied by the members that happen, how much an at-most one moves; zero of another
   */
  record Ghost(List<@Nullable Long> values, Map<Integer, Long> applied) {

    Ghost with(List<@Nullable Long> newValues, Map<Integer, Long> newApplied) {
      return new Ghost(new ArrayList<>(newValues), new TreeMap<>(newApplied));
    }
  }

  /**
   * An actor in numbers.
   *
   * @param places of its messages without an answer, a letter each
   * @param messages their numbers
   */
  record Acting(Actor actor, String places, String messages) {}

  final Interner<String> broken = new Interner<>("");
  final Interner<Optional<Stored>> targets = new Interner<>(Optional.empty());
  final Interner<Kept> kept = new Interner<>(Kept.NOTHING);
  final Interner<Room> rooms = new Interner<>(Room.NONE);
  final Interner<Pass> passes = new Interner<>(new Pass(Optional.empty(), 0));
  final Interner<Reader.Heard> readers = new Interner<>(Reader.Heard.NOTHING);
  final Interner<Ghost> ghosts;
  final Interner<String> tolds;
  final Interner<Object> messages = new Interner<>();
  final Interner<Object> answers = new Interner<>("nothing");
  private final Interner<String> lates = new Interner<>("");
  private final Interner<Actor> actors = new Interner<>();
  private final List<Acting> acting = new ArrayList<>();
  private final int targetCount;
  private final int batchCount;
  private final int memberCount;
  private final int actorCount;

  Cells(Scene scene) {
    targetCount = scene.targets.length();
    batchCount = scene.batches.size();
    memberCount = scene.ops.size();
    actorCount = scene.roles.size();
    ghosts = new Interner<>(new Ghost(scene.values, Map.of()));
    tolds = new Interner<>(String.valueOf(Decisions.NOTHING).repeat(scene.members.answers()));
  }

  int width() {
    return actorCell(actorCount);
  }

  int targetCell(int at) {
    return FIRST + at;
  }

  /** Of a record of several. */
  int recordCell(int batch) {
    return FIRST + targetCount + 2 * batch;
  }

  /** Of the document under a transaction's id. */
  int memberCell(int at) {
    return recordCell(batchCount) + 2 * at;
  }

  /** Of the document of any record: of a transaction alone, its own. */
  int anyCell(int record) {
    return record < batchCount ? recordCell(record) : memberCell(record - batchCount);
  }

  /** Of what a majority has, of a cell of a record or a member. */
  static int majorityCell(int cell) {
    return cell + 1;
  }

  /** Of what was there when a record's range was placed, or looked at. */
  int roomCell(int record, int target) {
    return memberCell(memberCount) + record * targetCount + target;
  }

  int actorCell(int at) {
    return roomCell(batchCount + memberCount, 0) + at;
  }

  Kept primary(char[] world, int cell) {
    return kept.value(world[cell]);
  }

  Kept majority(char[] world, int cell) {
    return kept.value(world[majorityCell(cell)]);
  }

  /** Whether a majority has what the primary has. */
  static boolean isCertain(char[] world, int cell) {
    return world[cell] == world[majorityCell(cell)];
  }

  Optional<Stored> target(char[] world, int at) {
    return targets.value(world[targetCell(at)]);
  }

  Stream<Hold> holds(char[] world, int target) {
    return target(world, target).stream().flatMap(stored -> stored.holds().stream());
  }

  Room room(char[] world, int record, int target) {
    return rooms.value(world[roomCell(record, target)]);
  }

  void room(char[] world, int record, int target, Room room) {
    world[roomCell(record, target)] = rooms.number(room);
  }

  Ghost ghost(char[] world) {
    return ghosts.value(world[GHOST]);
  }

  String told(char[] world) {
    return tolds.value(world[TOLD]);
  }

  Pass pass(char[] world) {
    return passes.value(world[PASS]);
  }

  Reader.Heard heard(char[] world) {
    return readers.value(world[READER]);
  }

  char number(Actor actor) {
    char number = actors.number(actor);
    if (number == acting.size()) {
      StringBuilder places = new StringBuilder();
      StringBuilder numbers = new StringBuilder();
      for (int place : actor.open()) {
        places.append((char) place);
        numbers.append(messages.number(actor.sent().get(place)));
      }
      acting.add(new Acting(actor, places.toString(), numbers.toString()));
    }
    return number;
  }

  Acting acting(int number) {
    return acting.get(number);
  }

  Actor actor(int number) {
    return acting.get(number).actor();
  }

  Actor actor(char[] world, int at) {
    return actor(world[actorCell(at)]);
  }

  char with(char late, char message) {
    char[] more = (lates.value(late) + message).toCharArray();
    Arrays.sort(more);
    return lates.number(new String(more));
  }

  char without(char late, int at) {
    String bag = lates.value(late);
    return lates.number(bag.substring(0, at) + bag.substring(at + 1));
  }

  /** The messages on their way, sorted, each as often as it is. */
  String late(char[] world) {
    return lates.value(world[LATE]);
  }
}
