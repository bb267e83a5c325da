package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.TransactionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All there is at one moment.
 *
 * @param records the transactions
 * @param clock the store's
 * @param numbers from 1 on, as their servers have them
 * @param confirmed up to which number records are noted to be marked
 * @param trimmed up to which number they are noted to be trimmed
 * @param inserts those on their way
 * @param passes at work
 * @param readers instances of the one consumer
 * @param noted the consumer's position
 * @param handled for each number, the record that the consumer has handled under it
 * @param left how many failovers, cuts and crashes there may yet be
 * @param fault what went wrong, or nothing
 */
record World(
    List<Stored> records,
    int clock,
    List<Given> numbers,
    int confirmed,
    int trimmed,
    List<Insert> inserts,
    List<Pass> passes,
    List<Reader> readers,
    int noted,
    List<Integer> handled,
    Left left,
    String fault) {

  static final Given ABSENT = new Given(-1, false);

  /** How many of each fault there may yet be. */
  record Left(int failovers, int cuts, int crashes, int trims) {

    Left oneFailoverLess() {
      return new Left(failovers - 1, cuts, crashes, trims);
    }

    Left oneCutLess() {
      return new Left(failovers, cuts - 1, crashes, trims);
    }

    Left oneCrashLess() {
      return new Left(failovers, cuts, crashes - 1, trims);
    }

    Left oneTrimLess() {
      return new Left(failovers, cuts, crashes, trims - 1);
    }
  }

  static World of(Scene scene) {
    return new World(
        Collections.nCopies(scene.records(), Stored.UNDECIDED),
        1,
        List.of(),
        0,
        0,
        List.of(),
        Collections.nCopies(scene.passes(), Pass.begin(scene.runs() - 1)),
        Collections.nCopies(scene.consumers(), Reader.IDLE),
        0,
        List.of(),
        new Left(scene.failovers(), scene.cuts(), scene.crashes(), scene.trims()),
        "");
  }

  static <T> List<T> with(List<T> list, int at, T element) {
    List<T> copy = new ArrayList<>(list);
    copy.set(at, element);
    return List.copyOf(copy);
  }

  static <T> List<T> without(List<T> list, int at) {
    List<T> copy = new ArrayList<>(list);
    copy.remove(at);
    return List.copyOf(copy);
  }

  static RecordId id(int record) {
    return new RecordId.OfTransaction(new TransactionId("T" + (record + 1)));
  }

  static int record(RecordId id) {
    return Integer.parseInt(id.value().substring(1)) - 1;
  }

  World record(int at, Stored stored) {
    return new World(
        with(records, at, stored),
        clock,
        numbers,
        confirmed,
        trimmed,
        inserts,
        passes,
        readers,
        noted,
        handled,
        left,
        fault);
  }

  World clock(int now) {
    return new World(
        records, now, numbers, confirmed, trimmed, inserts, passes, readers, noted, handled, left,
        fault);
  }

  /** Numbers at the end that are not there are not listed. */
  World numbers(List<Given> changed) {
    List<Given> listed = new ArrayList<>(changed);
    while (!listed.isEmpty() && listed.get(listed.size() - 1).equals(ABSENT)) {
      listed.remove(listed.size() - 1);
    }
    return new World(
        records,
        clock,
        List.copyOf(listed),
        confirmed,
        trimmed,
        inserts,
        passes,
        readers,
        noted,
        handled,
        left,
        fault);
  }

  World number(int number, Given given) {
    List<Given> changed = new ArrayList<>(numbers);
    while (changed.size() < number) {
      changed.add(ABSENT);
    }
    changed.set(number - 1, given);
    return numbers(changed);
  }

  World confirmed(int upTo) {
    return new World(
        records,
        clock,
        numbers,
        Math.max(confirmed, upTo),
        trimmed,
        inserts,
        passes,
        readers,
        noted,
        handled,
        left,
        fault);
  }

  World trimmed(int upTo) {
    return new World(
        records,
        clock,
        numbers,
        confirmed,
        Math.max(trimmed, upTo),
        inserts,
        passes,
        readers,
        noted,
        handled,
        left,
        fault);
  }

  /** Without the numbers up to one. */
  World without(int upTo) {
    List<Given> changed = new ArrayList<>(numbers);
    for (int at = 0; at < Math.min(upTo, changed.size()); at++) {
      changed.set(at, ABSENT);
    }
    return numbers(changed);
  }

  World inserts(List<Insert> changed) {
    return new World(
        records,
        clock,
        numbers,
        confirmed,
        trimmed,
        List.copyOf(changed),
        passes,
        readers,
        noted,
        handled,
        left,
        fault);
  }

  World pass(int at, Pass pass) {
    return new World(
        records,
        clock,
        numbers,
        confirmed,
        trimmed,
        inserts,
        with(passes, at, pass),
        readers,
        noted,
        handled,
        left,
        fault);
  }

  World reader(int at, Reader reader) {
    return new World(
        records,
        clock,
        numbers,
        confirmed,
        trimmed,
        inserts,
        passes,
        with(readers, at, reader),
        noted,
        handled,
        left,
        fault);
  }

  World noted(int position) {
    World moved =
        new World(
            records, clock, numbers, confirmed, trimmed, inserts, passes, readers, position,
            handled, left, fault);
    return position < noted ? moved.fault("the consumer's position goes back") : moved;
  }

  World handled(int number, int record) {
    List<Integer> changed = new ArrayList<>(handled);
    while (changed.size() < number) {
      changed.add(-1);
    }
    int before = changed.set(number - 1, record);
    World handling =
        new World(
            records,
            clock,
            numbers,
            confirmed,
            trimmed,
            inserts,
            passes,
            readers,
            noted,
            List.copyOf(changed),
            left,
            fault);
    return before >= 0 && before != record
        ? handling.fault("the number " + number + " is of two records")
        : handling;
  }

  World left(Left fewer) {
    return new World(
        records, clock, numbers, confirmed, trimmed, inserts, passes, readers, noted, handled,
        fewer, fault);
  }

  World fault(String what) {
    return new World(
        records, clock, numbers, confirmed, trimmed, inserts, passes, readers, noted, handled, left,
        what);
  }

  Given given(int number) {
    return number <= numbers.size() ? numbers.get(number - 1) : ABSENT;
  }

  /** What a majority has, or with {@code all} what is there, above a number. */
  List<NumberedRecord> above(int number, boolean all) {
    List<NumberedRecord> above = new ArrayList<>();
    for (int at = number + 1; at <= numbers.size(); at++) {
      Given given = given(at);
      if (given.isKept() || (all && given.record() >= 0)) {
        above.add(new NumberedRecord(at, id(given.record())));
      }
    }
    return above;
  }
}
