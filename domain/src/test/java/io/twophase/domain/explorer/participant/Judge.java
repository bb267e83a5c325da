package io.twophase.domain.explorer.participant;

import io.twophase.domain.explorer.state.Memo;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/** Judges a world by what the protocol promises. */
final class Judge {

  private static final int BITS_OF_A_PLACE = 8;

  private final Scenario scenario;
  private final Layout layout;
  private final Codes codes;
  private final Memo places = new Memo();
  private final LongUnaryOperator judgePlace = this::judgePlace;

  Judge(Scenario scenario, Layout layout, Codes codes) {
    this.scenario = scenario;
    this.layout = layout;
    this.codes = codes;
  }

  /** The promise that is broken in this world, if one is. */
  char broken(char[] world) {
    char broken = world[Layout.BROKEN];
    for (int place = 0; broken == Codes.KEPT && place < scenario.places().size(); place++) {
      broken = ofPlace(world, place);
    }
    for (int cast = 0; broken == Codes.KEPT && cast < scenario.casts().size(); cast++) {
      broken = ofResults(world, cast);
    }
    return broken;
  }

  /** Whether all is decided, with nothing held and nothing on its way. */
  boolean isClean(char[] world) {
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      if (!codes.record(world[layout.record(cast)]).state().isFinal()
          || !codes.late(world[layout.late(cast)]).isEmpty()) {
        return false;
      }
      for (int actor = 0; actor < scenario.casts().get(cast).roles().size(); actor++) {
        if (!codes.actor(world[layout.actor(cast, actor)]).isAtEnd()) {
          return false;
        }
      }
    }
    for (int place = 0; place < scenario.places().size(); place++) {
      if (!codes.facts(world[layout.stored(place)]).holds().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whether a reader has its answer, or none in its first try: nothing more is asked then. */
  boolean hasReaderEnded(char[] world) {
    return scenario.reader().isThere() && codes.next(world[layout.reader()]).isEnd();
  }

  /** The records' states, in the order of the transactions. */
  List<State> states(char[] world) {
    List<State> states = new ArrayList<>();
    for (int cast = 0; cast < scenario.casts().size(); cast++) {
      states.add(codes.record(world[layout.record(cast)]).state());
    }
    return states;
  }

  private char ofPlace(char[] world, int place) {
    char stored = world[layout.stored(place)];
    List<Facts.Held> holds = codes.facts(stored).holds();
    int decided = 0;
    int asRecorded = 0;
    char recorded = 0;
    for (int at = 0; at < holds.size(); at++) {
      Facts.Held held = holds.get(at);
      if (isDecided(codes.record(world[layout.record(held.cast())]), held.epoch())) {
        decided |= 1 << at;
      }
      if (Authorizations.isMovedAsRecorded(scenario.casts().get(held.cast()).body())) {
        recorded = world[layout.record(held.cast())];
        asRecorded++;
      }
    }
    if (asRecorded > 1) {
      // a key has room for one record: these are not remembered
      return judged(
          place,
          decided,
          codes.facts(stored),
          world[layout.decided(place)],
          held -> world[layout.record(held.cast())]);
    }
    return (char)
        places.get(
            Reactions.pack(
                ((long) recorded << (2 * BITS_OF_A_PLACE)) | (decided << BITS_OF_A_PLACE) | place,
                stored,
                world[layout.decided(place)]),
            judgePlace);
  }

  private static boolean isDecided(Transaction record, Epoch epoch) {
    return (record.state() == State.APPLIED || record.state() == State.DONE)
        && record.epoch().equals(epoch);
  }

  private long judgePlace(long key) {
    char recorded = Reactions.part(key, 3);
    return judged(
        (int) (key >>> 32) & 0xFF,
        (int) (key >>> (32 + BITS_OF_A_PLACE)) & 0xFF,
        codes.facts(Reactions.part(key, 1)),
        Reactions.part(key, 0),
        held -> recorded);
  }

  /** Seen through the records of its holds, it is what is decided. */
  private char judged(
      int place, int decided, Facts facts, char decidedAs, Function<Facts.Held, Character> record) {
    Option<Fields> seen = facts.settled();
    for (int at = 0; at < facts.holds().size(); at++) {
      if ((decided & 1 << at) != 0) {
        Facts.Held held = facts.holds().get(at);
        seen = through(operation(held, record.apply(held)), seen);
      }
    }
    Option<Fields> wanted = codes.decided(decidedAs);
    String fault =
        scenario.places().get(place).name()
            + " is "
            + TraceText.of(facts.settled())
            + " as stored, "
            + TraceText.of(seen)
            + " with what is decided of it, and should be "
            + TraceText.of(wanted);
    return facts
        .broken()
        .orElse(Option.when(!seen.equals(wanted), fault))
        .map(codes::broken)
        .getOrElse(Codes.KEPT);
  }

  /** What a hold is for; where its record says how much of it is moved, so much. */
  private Option<Operation> operation(Facts.Held held, char record) {
    return Authorizations.isMovedAsRecorded(scenario.casts().get(held.cast()).body())
        ? held.operation()
            .map(operation -> Authorizations.captured(codes.record(record), operation))
        : held.operation();
  }

  private static Option<Fields> through(Option<Operation> operation, Option<Fields> seen) {
    return operation.flatMap(done -> Decided.after(done, seen)).getOrElse(seen);
  }

  private char ofResults(char[] world, int cast) {
    char broken = Codes.KEPT;
    int actors = scenario.casts().get(cast).roles().size();
    Transaction record = codes.record(world[layout.record(cast)]);
    for (int at = 0; broken == Codes.KEPT && at < actors; at++) {
      Actor actor = codes.actor(world[layout.actor(cast, at)]);
      if (!actor.end().forAll(end -> end.isTrueOf(record, actor.role()))) {
        broken =
            codes.broken(
                scenario.casts().get(cast).name()
                    + "'s "
                    + actor.role()
                    + " says "
                    + actor.end().get()
                    + " of "
                    + record.state());
      }
    }
    return broken;
  }
}
