package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.NumberingPass;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallWorld;
import io.twophase.domain.hold.RecordId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All there is at one moment. */
final class World extends SmallWorld<World> {

  static final Given ABSENT = new Given(-1, false);

  List<Stored> records;

  /** The store's clock. */
  int clock = 1;

  /** From 1 on, as their servers have them. */
  List<Given> numbers = List.of();

  /** Up to this number records are noted to be marked. */
  int confirmed;

  /** Up to this number they are noted to be trimmed. */
  int trimmed;

  List<Insert> inserts = List.of();
  List<Pass> passes;
  List<Reader> readers;

  /** The consumer's position. */
  int noted;

  /** For each number, the record that the consumer has handled under it. */
  List<Integer> handled = List.of();

  int failovers;
  int cuts;
  int crashes;
  int trims;

  /** How far a record is. */
  enum Stage {
    UNDECIDED,
    DECIDED,
    MARKED,
    REMOVED
  }

  /**
   * A record as its server has it, which may be on a shard of its own.
   *
   * @param primary what the primary has
   * @param majority what a majority has, which cannot be lost
   * @param stamp when it was decided, by the store's clock; 0 before
   * @param isAnswered whether its decider has been told
   */
  record Stored(Stage primary, Stage majority, int stamp, boolean isAnswered) {

    static final Stored UNDECIDED = new Stored(Stage.UNDECIDED, Stage.UNDECIDED, 0, false);

    Stored decided(int now) {
      return new Stored(Stage.DECIDED, majority, now, false);
    }

    Stored marked() {
      return primary == Stage.DECIDED
          ? new Stored(Stage.MARKED, majority, stamp, isAnswered)
          : this;
    }

    /** Retention removes it, with a majority. */
    Stored removed() {
      return new Stored(Stage.REMOVED, Stage.REMOVED, stamp, isAnswered);
    }

    boolean isThere() {
      return stamp > 0 && primary != Stage.REMOVED;
    }

    /** A majority has it now; the decider that waits is told. */
    Stored replicated() {
      return new Stored(primary, primary, stamp, true);
    }

    /** The primary fails, and the next one has only what a majority has. */
    Stored failedOver() {
      return new Stored(majority, majority, majority == Stage.UNDECIDED ? 0 : stamp, isAnswered);
    }
  }

  /** A number as its server has it, and whether a majority has it. */
  record Given(int record, boolean isKept) {}

  /**
   * An insert on its way.
   *
   * @param sender the pass that waits for it; -1 once it has given up
   * @param first the number of the first
   * @param of whose numbers they are
   * @param done how many have been inserted
   */
  record Insert(int sender, int first, List<Integer> of, int done) {

    Insert abandoned() {
      return new Insert(-1, first, of, done);
    }
  }

  /**
   * A pass at work.
   *
   * @param machine the domain's
   * @param runsLeft how often it may begin again
   * @param isWaiting whether it has sent something whose answer it waits for
   * @param isListing whether it is in the middle of its list
   * @param before what was decided at this time or later is not listed
   * @param unread the records that it has not come to
   * @param listed those that it has listed
   */
  record Pass(
      NumberingPass machine,
      int runsLeft,
      boolean isWaiting,
      boolean isListing,
      int before,
      List<Integer> unread,
      List<Integer> listed) {

    static Pass begin(int runsLeft) {
      return new Pass(NumberingPass.begin(), runsLeft, false, false, 0, List.of(), List.of());
    }

    Pass at(NumberingPass next) {
      return new Pass(next, runsLeft, false, false, before, List.of(), listed);
    }

    Pass waiting() {
      return new Pass(machine, runsLeft, true, isListing, before, unread, listed);
    }

    Pass listing(int watermark, List<Integer> rest, List<Integer> found) {
      return new Pass(machine, runsLeft, false, true, watermark, rest, found);
    }
  }

  /**
   * One instance of the consumer.
   *
   * @param from the position that it began to read at; -1 before it has asked
   * @param read what it has read, and not yet noted
   * @param isHandled whether it has handled that
   */
  record Reader(int from, List<NumberedRecord> read, boolean isHandled) {

    static final Reader IDLE = new Reader(-1, List.of(), false);
  }

  World(Scene scene) {
    records = Collections.nCopies(scene.get("records"), Stored.UNDECIDED);
    passes = Collections.nCopies(scene.get("passes"), Pass.begin(scene.get("runs") - 1));
    readers = Collections.nCopies(scene.get("consumers"), Reader.IDLE);
    failovers = scene.get("failovers");
    cuts = scene.get("cuts");
    crashes = scene.get("crashes");
    trims = scene.get("trims");
  }

  @Override
  protected List<?> cells() {
    return List.of(
        records,
        numbers,
        inserts,
        passes,
        readers,
        handled,
        List.of(clock, confirmed, trimmed, noted, failovers, cuts, crashes, trims));
  }

  static RecordId id(int record) {
    return new RecordId("T" + (record + 1));
  }

  static int record(RecordId id) {
    return Integer.parseInt(id.value().substring(1)) - 1;
  }

  /** The records that are numbered, and all can be told. */
  static List<Integer> records(List<NumberedRecord> numbered) {
    return NumberedRecord.records(numbered).stream().map(World::record).toList();
  }

  void record(int at, Stored stored) {
    records = with(records, at, stored);
  }

  void mark(List<Integer> some) {
    some.forEach(at -> record(at, records.get(at).marked()));
  }

  void pass(int at, Pass pass) {
    passes = with(passes, at, pass);
  }

  void reader(int at, Reader reader) {
    readers = with(readers, at, reader);
  }

  Given given(int number) {
    return number <= numbers.size() ? numbers.get(number - 1) : ABSENT;
  }

  /** Numbers at the end that are not there are not listed. */
  void number(int number, Given given) {
    List<Given> changed = new ArrayList<>(numbers);
    while (changed.size() < number) {
      changed.add(ABSENT);
    }
    changed.set(number - 1, given);
    while (!changed.isEmpty() && changed.get(changed.size() - 1).equals(ABSENT)) {
      changed.remove(changed.size() - 1);
    }
    numbers = List.copyOf(changed);
  }

  /** All numbers up to one are removed. */
  void removeUpTo(int last) {
    for (int number = Math.min(last, numbers.size()); number > 0; number--) {
      number(number, ABSENT);
    }
  }

  /** An insert is over: a pass that waits for it goes on. */
  void end(int insert) {
    int sender = inserts.get(insert).sender();
    inserts = without(inserts, insert);
    if (sender >= 0) {
      pass(sender, passes.get(sender).at(passes.get(sender).machine().sent()));
    }
  }

  void note(int position) {
    if (position < noted) {
      fault = "the consumer's position goes back";
    }
    noted = position;
  }

  void handle(NumberedRecord read) {
    int number = (int) read.number();
    int record = record(read.record().get());
    List<Integer> changed = new ArrayList<>(handled);
    while (changed.size() < number) {
      changed.add(-1);
    }
    int before = changed.set(number - 1, record);
    handled = List.copyOf(changed);
    if (before >= 0 && before != record) {
      fault = "the number " + number + " is of two records";
    }
  }

  /** The numbers above one that a majority has, or with {@code all} those that are there. */
  List<NumberedRecord> above(int number, boolean all) {
    List<NumberedRecord> above = new ArrayList<>();
    for (int at = number + 1; at <= numbers.size(); at++) {
      if (given(at).isKept() || (all && given(at).record() >= 0)) {
        above.add(new NumberedRecord(at, id(given(at).record())));
      }
    }
    return above;
  }
}
