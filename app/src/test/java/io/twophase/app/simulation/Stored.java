package io.twophase.domain.explorer.evidence;

/** What is in the place of a decided record. */
enum Stored {
  /** The record. */
  RECORD,
  /** The receipt that retention has left. */
  RECEIPT,
  /** Nothing: retention has removed it. */
  REMOVED,
  /** Nothing: somebody else has removed it. */
  TAKEN_AWAY
}
