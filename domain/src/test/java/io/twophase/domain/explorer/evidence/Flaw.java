package io.twophase.domain.explorer.evidence;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** A number gets a leaf though a majority may not have it yet. */
  TAKES_WHAT_IS_NOT_CONFIRMED,
  /** A leaf is built on what the primary has, which may be lost again. */
  BUILDS_ON_WHAT_MAY_BE_LOST,
  /** A leaf whose number is taken is overwritten: it is no lock. */
  OVERWRITES,
  /** The leaves after one that is taken are inserted too. */
  GOES_ON_WHERE_ONE_IS_TAKEN,
  /** A record that is not shown as decided yet is taken for one that is gone. */
  TAKES_UNDECIDED_FOR_GONE,
  /** Retention does not wait for the leaf. */
  RETENTION_DOES_NOT_WAIT,
  /** Retention takes the leaf that only the primary has for one that stays. */
  RETENTION_TAKES_WHAT_MAY_BE_LOST,
  /** The audit takes a receipt for nothing. */
  TAKES_RECEIPTS_FOR_NOTHING,
  /** The audit names each record that is not there, though retention may have removed it. */
  NAMES_ALL_THAT_IS_GONE,
  /** The audit asks only whether receipts are left by now, and not whether they always were. */
  ASKS_ONLY_OF_NOW,
  /** The audit names nothing that is gone where retention removes. */
  NAMES_NOTHING
}
