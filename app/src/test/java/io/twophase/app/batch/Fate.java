package io.twophase.app.batch;

/** What becomes of one message to the store. */
enum Fate {
  /** It arrives, and so does its answer. */
  ANSWERED,
  /** It is lost. */
  LOST,
  /** It arrives, and its answer is lost. */
  UNANSWERED,
  /** Nobody waits for it any more when it arrives. */
  LATE,
  /** Its sender dies before it is sent. */
  DEAD_BEFORE,
  /** Its sender dies after it has arrived. */
  DEAD_AFTER
}
