package io.twophase.domain.explorer.event;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** A record is marked though no majority has its number yet. */
  MARKS_EARLY,
  /** A number that is taken is overwritten: it is no lock. */
  OVERWRITES,
  /** The numbers after one that is taken are inserted too. */
  GOES_ON_WHERE_ONE_IS_TAKEN,
  /** The list is read before the numbers, so it may be older than these. */
  LISTS_FIRST,
  /** What is decided while the list is read is in the list too. */
  LISTS_WHAT_IS_NEW,
  /** The list is not in the order of the decisions. */
  LISTS_IN_ANY_ORDER,
  /** It is noted that records are marked before they are. */
  CONFIRMS_FIRST,
  /**
   * The numbers of records that are still there are trimmed, once the consumers are behind them.
   */
  TRIMS_WHAT_IS_THERE,
  /** Numbers are trimmed though their records are not noted to be marked. */
  TRIMS_WHAT_IS_NOT_CONFIRMED,
  /** Numbers are removed before it is noted that they are. */
  REMOVES_BEFORE_IT_NOTES,
  /** A new consumer begins at the first number, though that is trimmed. */
  BEGINS_AT_THE_FIRST,
  /** A consumer reads what lies behind a gap. */
  READS_PAST_A_GAP,
  /** A consumer reads what no majority has yet. */
  READS_WHAT_MAY_BE_LOST,
  /** A consumer notes its position before it has handled what it read. */
  NOTES_FIRST,
  /** A consumer notes its position without asking what is noted. */
  NOTES_BLINDLY
}
