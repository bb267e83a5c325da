package io.twophase.adapter.mongo.servertransaction;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Locale;

/** What a server says that is the primary, and the only member, of a replica set. */
final class ReplicaSetMember {

  static final String SET = "twophase";

  private static final int SESSION_MINUTES = 30;

  private ReplicaSetMember() {}

  /** Whether a command asks the server what it is. */
  static boolean isGreeting(String command) {
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "hello", "ismaster" -> true;
      default -> false;
    };
  }

  /** The library's answer, made an answer of a member that has sessions. */
  static Document greeted(Document answer, String address) {
    return answer
        .append("helloOk", true)
        .append("isWritablePrimary", true)
        .append("secondary", false)
        .append("readOnly", false)
        .append("setName", SET)
        .append("setVersion", 1)
        .append("hosts", List.of(address))
        .append("primary", address)
        .append("me", address)
        .append("logicalSessionTimeoutMinutes", SESSION_MINUTES);
  }
}
