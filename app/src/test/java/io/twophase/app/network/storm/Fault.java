package io.twophase.app.network.storm;

/** What a bad network does to a request. */
enum Fault {
  /** It arrives, and its answer too, a little later. */
  DELAY(4),
  /** Its answer takes longer than anybody waits. */
  TIME_OUT(1),
  /** The connection is cut, and the server never hears of it. */
  CUT_BEFORE(2),
  /** The server has done it when the connection is cut. */
  CUT_AFTER(2),
  /** The connection is cut, and it arrives all the same, by when nobody waits any more. */
  LATE(2),
  /** It arrives twice, at once. */
  REPEAT(7),
  /** It arrives, is answered, and arrives again when all may be over. */
  REPEAT_LATE(7);

  private final int percent;

  Fault(int percent) {
    this.percent = percent;
  }

  /** How many of a hundred requests it strikes. */
  int percent() {
    return percent;
  }

  /** Whether the server gets the request more often than it was sent. */
  boolean isRepeat() {
    return this == REPEAT || this == REPEAT_LATE;
  }
}
