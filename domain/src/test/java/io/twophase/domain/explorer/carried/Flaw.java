package io.twophase.domain.explorer.carried;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** Only what goes is carried, and what is held back is not. */
  CARRIES_WHAT_GOES("page=2 heldBack=2", "known are"),
  /** A page is removed before it is carried. */
  REMOVES_FIRST("", "known are"),
  /** A carried balance is overwritten, whatever has changed since it was read. */
  OVERWRITES("", "known are"),
  /** A page's lines are added whether they are in the balance or not. */
  ADDS_AGAIN("passes=1 runs=2", "known are"),
  /** The youngest page comes first. */
  BEGINS_AT_THE_END("", "known are"),
  /** A pass that has no answer goes on as if the balance were carried. */
  GOES_ON_IN_DOUBT("unanswered=1", "known are"),
  /** A record may end at a time that a pass has already been at. */
  ENDS_EARLIER("ended=2 passes=1 runs=2", "it is 3"),
  /** The reader asks what is carried before it reads the records. */
  ASKS_FIRST("", "the statement says"),
  /** The reader does not mind that what had not ended when it saw it may be carried by now. */
  NEVER_LOOKS_AGAIN("ended=2", "the statement says"),
  /** The reader counts what is there, carried or not. */
  COUNTS_WHAT_IS_THERE("", "the statement says");

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
