package io.twophase.app.network;

/** What a bad network does to a command, besides passing it on. */
public enum NetworkFault {
  /** The command comes late. */
  DELAYED,
  /** The connection is cut, and the server never has the command. */
  CUT_BEFORE,
  /** The server does the command, and the connection is cut before its answer is back. */
  CUT_AFTER,
  /** The connection is cut at once, and the server has the command later, when nobody waits. */
  CUT_AND_LATE,
  /** The server has the command once more, at once. */
  REPEATED,
  /** The server has the command once more, later. */
  REPEATED_LATE
}
