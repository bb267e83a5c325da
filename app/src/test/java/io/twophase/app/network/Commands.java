package io.twophase.app.network;

import io.twophase.app.testing.WireMessage;
import org.bson.BsonDocument;

/** Which commands are writes, and which of them may come to the server twice. */
final class Commands {

  private Commands() {}

  static boolean isWrite(WireMessage message) {
    BsonDocument command = message.body();
    return !command.isEmpty()
        && (command.getFirstKey().equals("update") || command.getFirstKey().equals("insert"));
  }

  /** By rule 4, all writes but holds and stamps: what removes a hold pulls it. */
  static boolean mayBeRepeated(WireMessage message) {
    return !isUpdateOfAccounts(message) || change(message).containsKey("$pull");
  }

  private static boolean isUpdateOfAccounts(WireMessage message) {
    BsonDocument command = message.body();
    return command.getFirstKey().equals("update")
        && command.getString("update").getValue().equals("accounts");
  }

  /** What the first of its updates changes; all of one command are of one kind. */
  private static BsonDocument change(WireMessage message) {
    return message.firstCarried().orElseThrow().getDocument("u");
  }
}
