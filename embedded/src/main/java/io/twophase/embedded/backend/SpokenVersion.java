package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Set;

/**
 * The version of MongoDB whose wire protocol the server speaks: 4.4, the oldest that the current
 * drivers of Python (pymongo 4.20), Node.js (7.9) and Go (2.9) accept. Sessions, and with them
 * transactions of the server and retryable writes, are announced separately, and are not.
 */
enum SpokenVersion implements MongoVersion {
  MONGO_4_4;

  private static final int WIRE_VERSION = 9;
  private static final Set<String> GREETINGS = Set.of("hello", "ismaster");

  @Override
  public List<Integer> getVersionArray() {
    return List.of(4, 4, 0);
  }

  @Override
  public int getWireVersion() {
    return WIRE_VERSION;
  }

  /** Returns whether a command, in lower case, asks the server what it is. */
  static boolean isGreeting(String command) {
    return GREETINGS.contains(command);
  }

  /** The library's answer to its one greeting, made an answer to each of them. */
  static Document greeted(Document answer) {
    return answer
        .append("helloOk", true)
        .append("isWritablePrimary", true)
        .append("readOnly", false);
  }
}
