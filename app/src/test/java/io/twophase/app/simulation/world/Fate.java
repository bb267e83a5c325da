package io.twophase.app.simulation.world;

import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** What becomes of one call on the store, or of the process that makes it. */
public enum Fate {
  /** It is made at once and answered. */
  PASS(0, 0),
  /** It is made and answered, and others come between its elements. */
  ONE_BY_ONE(0, 0),
  /** It is made, and the answer is as vague as the port allows for many elements. */
  VAGUE(0, 0),
  /** Nothing arrives; all is in doubt. */
  LOSE_REQUEST(2, 0),
  /** All arrives; all is in doubt. */
  LOSE_ANSWER(2, 0),
  /** Each element arrives later, by itself; all is in doubt. */
  DELIVER_LATE(3, 0),
  /** The first elements arrive and are answered; the others are in doubt, and lost or late. */
  PARTIAL(3, 0),
  /** It is made and answered, and arrives once more later; a hold or a stamp, at once. */
  REPEAT(2, 0),
  /** The store cannot be reached, and nothing is sent. */
  UNAVAILABLE(1, 1),
  /** The call fails; each element arrives, arrives late or is lost. */
  BREAK(1, 1),
  /** The process dies before it. */
  CRASH_BEFORE(1, 1),
  /** The process dies after some elements arrived. */
  CRASH_AMID(1, 0),
  /** The process dies after all of it arrived. */
  CRASH_AFTER(1, 1),
  /** The process stops before it, for so long that others think it dead, and then goes on. */
  STALL(0, 0);

  static final List<Fate> OF_WRITES = weighed(fate -> fate.ofWrites);
  static final List<Fate> OF_READS = weighed(fate -> fate.ofReads);

  private final int ofWrites;
  private final int ofReads;

  /** How often a write that goes wrong, and a read that does, meets it, beside the others. */
  Fate(int ofWrites, int ofReads) {
    this.ofWrites = ofWrites;
    this.ofReads = ofReads;
  }

  private static List<Fate> weighed(ToIntFunction<Fate> weight) {
    return Stream.of(values())
        .flatMap(fate -> Collections.nCopies(weight.applyAsInt(fate), fate).stream())
        .toList();
  }
}
