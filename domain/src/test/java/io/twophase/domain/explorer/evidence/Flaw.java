package io.twophase.domain.explorer.evidence;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** A number gets a leaf though a majority may not have it yet. */
  TAKES_WHAT_IS_NOT_CONFIRMED("failovers=1", "was lost"),
  /** A leaf is built on what the primary has, which may be lost again. */
  BUILDS_ON_WHAT_MAY_BE_LOST("passes=2 failovers=1", "there is no leaf 1"),
  /** A leaf whose number is taken is overwritten: it is no lock. */
  OVERWRITES("passes=2 foreign=1", "the head of 1 is another than it was"),
  /** The leaves after one that is taken are inserted too. */
  GOES_ON_WHERE_ONE_IS_TAKEN("passes=2 foreign=1", "does not follow from"),
  /** A record that is not shown as decided yet is taken for one that is gone. */
  TAKES_UNDECIDED_FOR_GONE("stale=1", "says that its record"),
  /** Retention does not wait for the leaf. */
  RETENTION_DOES_NOT_WAIT("receipts=1", "says that its record"),
  /** Retention takes the leaf that only the primary has for one that stays. */
  RETENTION_TAKES_WHAT_MAY_BE_LOST("runs=2 receipts=1 failovers=1", "says that its record"),
  /** The audit takes a receipt for nothing. */
  TAKES_RECEIPTS_FOR_NOTHING("receipts=1", "the audit names t"),
  /** The audit names each record that is not there, though retention may have removed it. */
  NAMES_ALL_THAT_IS_GONE("removes=1", "the audit names t"),
  /** The audit asks only whether receipts are left by now, and not whether they always were. */
  ASKS_ONLY_OF_NOW("removes=1 settings=1", "the audit names t"),
  /** The audit names nothing that is gone where retention removes. */
  NAMES_NOTHING("receipts=1 foreign=1", "the audit does not name t");

  final String words;
  final String fault;

  /**
   * @param words the scene in which the flaw is found
   * @param fault what is then said to be wrong
   */
  Flaw(String words, String fault) {
    this.words = words;
    this.fault = fault;
  }
}
