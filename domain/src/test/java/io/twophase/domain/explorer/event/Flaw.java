package io.twophase.domain.explorer.event;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** A record is marked though no majority has its number yet. */
  MARKS_EARLY("sharded=1 failovers=1", "never meets"),
  /** A number that is taken is overwritten: it is no lock. */
  OVERWRITES("", "comes before it"),
  /** The numbers after one that is taken are inserted too. */
  GOES_ON_WHERE_ONE_IS_TAKEN("records=3 passes=1 runs=1", "has two numbers"),
  /** The list is read before the numbers, so it may be older than these. */
  LISTS_FIRST("", "has two numbers"),
  /** What is decided while the list is read is in the list too. */
  LISTS_WHAT_IS_NEW("", "comes before it"),
  /** The list is not in the order of the decisions. */
  LISTS_IN_ANY_ORDER("", "comes before it"),
  /** It is noted that records are marked before they are. */
  CONFIRMS_FIRST("passes=1 runs=3 failovers=1 crashes=1", "has two numbers"),
  /**
   * The numbers of records that are still there are trimmed, once the consumers are behind them.
   */
  TRIMS_WHAT_IS_THERE("passes=1 trims=1 consumers=1", "a newcomer never meets"),
  /** Numbers are trimmed though their records are not noted to be marked. */
  TRIMS_WHAT_IS_NOT_CONFIRMED("passes=1 trims=1", "never meets"),
  /** Numbers are removed before it is noted that they are. */
  REMOVES_BEFORE_IT_NOTES("passes=1 trims=1", "never meets"),
  /** A new consumer begins at the first number, though that is trimmed. */
  BEGINS_AT_THE_FIRST("passes=1 trims=1", "never meets"),
  /** A consumer reads what lies behind a gap. */
  READS_PAST_A_GAP("consumers=1 sharded=1 failovers=1", "never meets"),
  /** A consumer reads what no majority has yet. */
  READS_WHAT_MAY_BE_LOST("records=3 passes=1 consumers=1 failovers=1", "never meets"),
  /** A consumer notes its position before it has handled what it read. */
  NOTES_FIRST("passes=1 consumers=1 crashes=1", "never meets"),
  /** A consumer notes its position without asking what is noted. */
  NOTES_BLINDLY("passes=1 consumers=2", "goes back");

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
