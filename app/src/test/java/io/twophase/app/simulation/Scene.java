package io.twophase.domain.explorer.evidence;

import io.twophase.domain.explorer.evidence.World.Left;

/**
 * What an exploration begins with.
 *
 * @param records how many are decided and get numbers
 * @param passes how many processes add leaves
 * @param runs how many passes each begins
 * @param keeping what retention does at first
 * @param left what may go wrong
 * @param flaw the rule that is left out
 */
record Scene(int records, int passes, int runs, Keeping keeping, Left left, Flaw flaw) {

  /** What retention does. */
  enum Keeping {
    /** It removes nothing. */
    ALL,
    /** It removes what has its leaf, and leaves nothing. */
    NOTHING,
    /** It leaves a receipt of each that it removes, for ever, from the first on. */
    RECEIPTS
  }

  static Scene of(int records) {
    return new Scene(records, 1, 1, Keeping.ALL, new Left(0, 0, 0, 0, 0), Flaw.NONE);
  }

  Scene passes(int processes, int each) {
    return new Scene(records, processes, each, keeping, left, flaw);
  }

  Scene keeping(Keeping what) {
    return new Scene(records, passes, runs, what, left, flaw);
  }

  /** With so many failovers, cuts of an insert, and reads that are older than the numbers. */
  Scene faults(int failovers, int cuts, int stale) {
    return with(new Left(failovers, cuts, stale, left.foreign(), left.settings()));
  }

  /** Somebody removes so many records by hand. */
  Scene foreign(int most) {
    return with(new Left(left.failovers(), left.cuts(), left.stale(), most, left.settings()));
  }

  /** Receipts are set later, or taken back. */
  Scene settings(int changes) {
    return with(new Left(left.failovers(), left.cuts(), left.stale(), left.foreign(), changes));
  }

  private Scene with(Left newLeft) {
    return new Scene(records, passes, runs, keeping, newLeft, flaw);
  }

  Scene with(Flaw one) {
    return new Scene(records, passes, runs, keeping, left, one);
  }

  boolean lacks(Flaw one) {
    return flaw == one;
  }
}
