package io.twophase.app.process;

import org.bson.BsonDocument;

/** The writes of a transfer, in their order. */
enum Write {
  BEGIN("insert", "transactions", 1),
  HOLD("update", "accounts", 1),
  DECIDE("update", "transactions", 1),
  SETTLE("update", "accounts", 2),
  FINISH("update", "transactions", 2);

  private final String command;
  private final String collection;
  private final int turn;

  Write(String command, String collection, int turn) {
    this.command = command;
    this.collection = collection;
    this.turn = turn;
  }

  /** Whether a command is of this sort, and so this one if it is its turn. */
  boolean isLike(BsonDocument body) {
    return !body.isEmpty()
        && body.getFirstKey().equals(command)
        && body.getString(command).getValue().equals(collection);
  }

  /** Which one of its sort it is. */
  int turn() {
    return turn;
  }
}
