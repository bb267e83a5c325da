package io.twophase.bench.cost;

/**
 * Something that a server charges for, and what it costs on MongoDB 4.0: the microseconds that are
 * derived from the tables of docs/PERFORMANCE.md, "On MongoDB itself", each from the rows named. An
 * update there was one of a bulk of 1,000, on a standalone server; whatever the table has no row
 * for is counted and costs nothing here. The figures are an estimate: another version, another
 * machine and larger documents cost otherwise.
 */
public enum Charge {
  /** A command, and the answer. Counted only: what it costs is the network's. */
  ROUND_TRIP(0),

  /** A command that is answered after a majority of the members has it. Counted only. */
  MAJORITY_WAIT(0),

  /** A document that is inserted, changed or removed. Counted only: its parts are charged for. */
  DOCUMENT_WRITE(0),

  /** A byte of a document as it is after a write. Counted only. */
  BYTE_WRITTEN(0),

  /** A document inserted. Row "insert", no state index: 11. */
  INSERT(11),

  /** A key of an index beside {@code _id}, of an inserted document. Row "insert": 15 - 11. */
  INSERTED_KEY(4),

  /**
   * A document that an update, or a removal, looks at. Row "{_id}: $inc", no holds: 15. A removal
   * has no row and is taken for an update.
   */
  UPDATE(15),

  /**
   * A document that is looked at by more than its {@code _id}, which needs a plan. Row "{_id} and
   * one predicate more", no holds: 30 - 15, less {@link #PREDICATE}.
   */
  PLANNED_UPDATE(13),

  /**
   * A predicate beside {@code _id}, for each document looked at. Rows "hold" (nine predicates and
   * one change of the array: 66) and "settle" (four and one: 56), no holds: (66 - 56) / 5.
   */
  PREDICATE(2),

  /**
   * A change that adds to an array or takes from it. Row "settle", no holds: 56 less {@link
   * #UPDATE}, {@link #PLANNED_UPDATE} and four of {@link #PREDICATE}.
   */
  ARRAY_CHANGE(20),

  /**
   * An element of an array that a predicate or a {@code $pull} goes through. Rows "hold" (three
   * times through the array: (232 - 66) / 200 / 3 = 0.277) and "settle" (twice: (164 - 56) / 200 /
   * 2 = 0.270): the mean.
   */
  ARRAY_ELEMENT(0.273),

  /**
   * A push that also cuts the array, with the date set, as a record's transition has it. Row
   * "decide, one update each", no state index: 78 less {@link #UPDATE}, {@link #PLANNED_UPDATE},
   * two of {@link #PREDICATE} and {@link #ARRAY_CHANGE}.
   */
  CUT_ARRAY(26),

  /**
   * A key that goes into an index beside {@code _id}, or out of it, because a document is changed
   * or removed. Rows "decide", one in and one out, each by itself: (105 - 78) / 2 = 13.5, and in
   * one update of many: (55 - 19) / 2 = 18: the mean.
   */
  CHANGED_KEY(15.75);

  private final double micros;

  Charge(double micros) {
    this.micros = micros;
  }

  /** What one costs, in microseconds. */
  double micros() {
    return micros;
  }
}
