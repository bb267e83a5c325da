package io.twophase.domain.explorer.receipt;

/** A rule that is left out, to see that the explorer finds it. */
enum Flaw {
  /** Nothing is left out. */
  NONE,
  /** Nothing is left in the place of a record. */
  REMOVES,
  /** A record is removed, and then its receipt is inserted. */
  REMOVES_AND_THEN_LEAVES,
  /** A receipt is stored over whatever is there by then. */
  OVERWRITES,
  /** A receipt replaces any finished record of its id, whenever that was finished. */
  ASKS_ONLY_WHETHER_IT_IS_FINISHED,
  /** What is decided and not settled yet is replaced, too. */
  REPLACES_WHAT_IS_APPLIED,
  /** A receipt does not say what was asked for. */
  FORGETS_THE_BODY,
  /** A receipt does not say why it was canceled. */
  FORGETS_THE_REASON,
  /** A receipt does not say how much was moved. */
  FORGETS_HOW_MUCH,
  /** A receipt does not keep its id from being begun. */
  KEEPS_NO_ID,
  /** A receipt is shown to nobody. */
  IS_NOT_SHOWN,
  /** Who finds a receipt leaves what it has held. */
  LEAVES_ITS_HOLDS,
  /** A receipt goes while somebody may ask again. */
  GOES_EARLY,
  /** A reversal's record goes before that of what it reverses. */
  REVERSAL_DOES_NOT_WAIT,
  /** A transfer that its batch has left out is replaced by a receipt. */
  REPLACES_WHAT_IS_LEFT_OUT,
  /** A batch's record goes before its transfers. */
  REMOVES_THE_BATCH_FIRST
}
