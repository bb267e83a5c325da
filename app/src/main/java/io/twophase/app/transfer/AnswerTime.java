package io.twophase.app.transfer;

/** The moment at which a caller gets the answer of a transfer. */
public enum AnswerTime {

  /**
   * As soon as the outcome is certain: after the third of five commands, where nothing goes wrong.
   * The rest goes on behind the answer; if this process dies before it is done, recovery does it.
   * Until then the destination's balance does not show the money, and the answer says that it is
   * not finished.
   */
  WHEN_DECIDED,

  /** When all of it is done: both balances show it. */
  WHEN_FINISHED
}
