package io.twophase.adapter.mongo.scene;

import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FaultyServer.Fault;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Words for servers that do otherwise than asked. */
final class ServerFaults {

  private ServerFaults() {}

  /** Has a server do otherwise: {@code update fails 13}, {@code find answers {…}}. */
  static void plant(FaultyServer server, String words) {
    String[] parts = words.split(" (?=fails|is|refuses|answers|has|knows)", 2);
    String[] which = parts[0].split(" ", -1);
    String[] what = parts[1].split(" ", -1);
    String[] labels =
        Stream.of(what).skip(2).filter(one -> !one.equals("once")).toArray(String[]::new);
    Fault fault =
        switch (what[0]) {
          case "fails" -> FaultyServer.error(Integer.parseInt(what[1]), labels);
          case "is" -> FaultyServer.unconfirmed(Integer.parseInt(what[2]));
          case "refuses" -> FaultyServer.refusing(Integer.parseInt(what[1]), labels);
          case "answers" -> {
            List<Document> found =
                Stream.of(Words.all(parts[1].substring(8))).map(ServerFaults::wire).toList();
            yield (sound, command) -> FaultyServer.found(found);
          }
          case "has" -> sayingLess(what[1]);
          case "knows" -> withoutOption(what[1]);
          default -> throw new IllegalArgumentException(words);
        };
    boolean isOnce = what[what.length - 1].equals("once");
    Fault asked = isOnce ? FaultyServer.once(fault) : fault;
    for (String command : which[0].split("/", -1)) {
      Fault some =
          which.length == 1
              ? asked
              : which[1].equals("of")
                  ? FaultyServer.where(command, which[2], asked)
                  : FaultyServer.where("$db", which[2], asked);
      server.on(command, some);
    }
  }

  /** The server names no index of a taken key. */
  private static Fault sayingLess(String nothing) {
    return (sound, command) -> {
      Document answer = sound.apply(command);
      for (Object error : (List<?>) answer.getOrDefault("writeErrors", List.of())) {
        ((Document) error).put("errmsg", "E11000 duplicate key error");
      }
      return answer;
    };
  }

  /** An option of an index is not kept. */
  private static Fault withoutOption(String option) {
    return (sound, command) -> {
      ((List<?>) command.get("indexes")).forEach(index -> ((Document) index).remove(option));
      return sound.apply(command);
    };
  }

  private static Document wire(BsonDocument document) {
    Document wire = new Document();
    document.forEach((name, value) -> wire.append(name, wire(value)));
    return wire;
  }

  private static @Nullable Object wire(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> wire(value.asDocument());
      case BOOLEAN -> value.asBoolean().getValue();
      case INT32 -> value.asInt32().getValue();
      case INT64 -> value.asInt64().getValue();
      case STRING -> value.asString().getValue();
      case NULL -> null;
      default -> throw new IllegalArgumentException(value.toString());
    };
  }
}
