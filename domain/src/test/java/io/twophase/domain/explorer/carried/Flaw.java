package io.twophase.domain.explorer.carried;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** Only what goes is carried, and what is held back is not. */
  CARRIES_WHAT_GOES,
  /** A page is removed before it is carried. */
  REMOVES_FIRST,
  /** A carried balance is overwritten, whatever has changed since it was read. */
  OVERWRITES,
  /** A page's lines are added whether they are in the balance or not. */
  ADDS_AGAIN,
  /** The youngest page comes first. */
  BEGINS_AT_THE_END,
  /** A pass that has no answer goes on as if the balance were carried. */
  GOES_ON_IN_DOUBT,
  /** A record may end at a time that a pass has already been at. */
  ENDS_EARLIER,
  /** The reader asks what is carried before it reads the records. */
  ASKS_FIRST,
  /** The reader does not mind that what had not ended when it saw it may be carried by now. */
  NEVER_LOOKS_AGAIN,
  /** The reader counts what is there, carried or not. */
  COUNTS_WHAT_IS_THERE
}
