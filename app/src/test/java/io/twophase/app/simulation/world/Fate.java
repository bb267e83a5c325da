package io.twophase.app.simulation.world;

/** What becomes of one call on the store, or of the process that makes it. */
public enum Fate {
  /** It is made at once and answered. */
  PASS,
  /** It is made and answered, and others come between its elements. */
  ONE_BY_ONE,
  /** It is made, and the answer is as vague as the port allows for many elements. */
  VAGUE,
  /** Nothing arrives; all is in doubt. */
  LOSE_REQUEST,
  /** All arrives; all is in doubt. */
  LOSE_ANSWER,
  /** Each element arrives later, by itself; all is in doubt. */
  DELIVER_LATE,
  /** The first elements arrive and are answered; the others are in doubt, and lost or late. */
  PARTIAL,
  /** It is made and answered, and arrives once more later; a hold or a stamp, at once. */
  REPEAT,
  /** The store cannot be reached, and nothing is sent. */
  UNAVAILABLE,
  /** The call fails; each element arrives, arrives late or is lost. */
  BREAK,
  /** The process dies before it. */
  CRASH_BEFORE,
  /** The process dies after some elements arrived. */
  CRASH_AMID,
  /** The process dies after all of it arrived. */
  CRASH_AFTER,
  /** The process stops before it, for so long that others think it dead, and then goes on. */
  STALL
}
