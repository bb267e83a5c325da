package io.twophase.cli.process;

import io.twophase.adapter.mongo.network.WireCommand;

/** The writes of a transfer, in their order. */
enum Write {
  BEGIN("insert", true, 1),
  HOLD("update", false, 1),
  DECIDE("update", true, 1),
  SETTLE("update", false, 2),
  FINISH("update", true, 2);

  private final String command;
  private final boolean onRecords;
  private final int turn;

  Write(String command, boolean onRecords, int turn) {
    this.command = command;
    this.onRecords = onRecords;
    this.turn = turn;
  }

  /** Whether a command is of this sort, and so this one if it is its turn. */
  boolean isLike(WireCommand asked) {
    // to a server that has it, updates go by the client's bulk write
    String name = asked.name().equals("bulkWrite") ? "update" : asked.name();
    return name.equals(command) && (onRecords ? asked.onRecords() : asked.onAccounts());
  }

  /** Which one of its sort it is. */
  int turn() {
    return turn;
  }
}
