package io.twophase.adapter.mongo.scene;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FaultyServer.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Words for servers that do otherwise than asked. */
final class ServerFaults {

  private ServerFaults() {}

  /**
   * The server does otherwise: {@code update fails 13}, {@code find answers {…}}; of some commands,
   * {@code find of orders}, {@code find in shop}, {@code find with txnNumber}, {@code find lacking
   * _id} or {@code find within transactions}.
   */
  static void plant(FaultyServer server, String words) {
    String[] parts =
        words.split(" (?=fails|is|refuses|answers|has|knows|keeps|misses|shards|pages|lags)", 2);
    String[] which = parts[0].split(" ", -1);
    String[] what = parts[1].split(" ", -1);
    String[] labels =
        Stream.of(what).skip(2).filter(one -> !one.equals("once")).toArray(String[]::new);
    Fault fault =
        switch (what[0]) {
          case "fails" -> failing(Integer.parseInt(what[1]), List.of(labels));
          case "is" -> FaultyServer.unconfirmed(Integer.parseInt(what[2]));
          case "refuses" -> FaultyServer.refusing(Integer.parseInt(what[1]), labels);
          case "answers" -> {
            List<Document> found =
                Stream.of(Words.all(parts[1].substring(8))).map(ServerFaults::wire).toList();
            yield (sound, command) -> FaultyServer.found(found);
          }
          case "pages" -> paged(server, Words.all(parts[1].substring(6)));
          case "has" -> what.length == 2 ? sayingLess() : saying(what[1], what[2]);
          case "misses" -> missing(Integer.parseInt(what[1]));
          case "shards" -> shards(Words.json(parts[1].substring(7)));
          case "lags" -> ServerFaults::secondary;
          case "keeps" -> ServerFaults::withoutMoments;
          case "knows" -> withoutOption(what[1]);
          default -> throw new IllegalArgumentException(words);
        };
    boolean isOnce = what[what.length - 1].equals("once");
    Fault asked = isOnce ? FaultyServer.once(fault) : fault;
    for (String command : which[0].split("/", -1)) {
      server.on(command, which.length == 1 ? asked : some(command, which[1], which[2], asked));
    }
  }

  /** A secondary has nothing yet, and answers no linearizable read. */
  private static Document secondary(UnaryOperator<Document> sound, Document asked) {
    return asked.toString().contains("linearizable")
        ? FaultyServer.error(10107).answer(sound, asked)
        : FaultyServer.found(List.of());
  }

  /** So many finds, or guards, find nothing. */
  private static Fault missing(int times) {
    AtomicInteger left = new AtomicInteger(times);
    return (sound, command) ->
        left.getAndDecrement() > 0
            ? FaultyServer.found(List.of()).append("value", null)
            : sound.apply(command);
  }

  /** The server finds some documents, which come with the second answer. */
  private static Fault paged(FaultyServer server, BsonDocument[] found) {
    server.on(
        "getMore",
        (sound, command) -> {
          Document answer = FaultyServer.found(Stream.of(found).map(ServerFaults::wire).toList());
          Document cursor = (Document) answer.get("cursor");
          cursor.put("nextBatch", cursor.remove("firstBatch"));
          return answer;
        });
    return (sound, command) -> {
      Document answer = FaultyServer.found(List.of());
      ((Document) answer.get("cursor")).put("id", 7L);
      return answer;
    };
  }

  private static Fault some(String command, String how, String what, Fault fault) {
    return switch (how) {
      case "of" -> FaultyServer.where(command, what, fault);
      case "with" -> FaultyServer.where(asked -> asked.containsKey(what), fault);
      case "lacking" ->
          FaultyServer.where(asked -> !String.valueOf(asked.get("filter")).contains(what), fault);
      case "within" -> FaultyServer.where("autocommit", false, fault);
      default -> FaultyServer.where("$db", what, fault);
    };
  }

  /** The server fails with an error, whose name stands behind {@code called}, if it has one. */
  private static Fault failing(int code, List<String> words) {
    int name = words.indexOf("called");
    Fault error =
        FaultyServer.error(
            code, words.subList(0, name < 0 ? words.size() : name).toArray(String[]::new));
    if (name < 0) {
      return error;
    }
    String called = String.join(" ", words.subList(name + 1, words.size()));
    return (sound, asked) ->
        error.answer(sound, asked).append("codeName", called).append("errmsg", called);
  }

  /** The catalogue of a cluster says by which field each collection is sharded, if it is. */
  private static Fault shards(BsonDocument keys) {
    return (sound, asked) -> {
      Object collection = ((Document) asked.get("filter")).get("_id");
      return FaultyServer.found(
          Optional.ofNullable(keys.get(collection)).stream()
              .map(field -> new Document("key", new Document(field.asString().getValue(), 1)))
              .toList());
    };
  }

  /** The server says something more in its answers. */
  private static Fault saying(String field, String value) {
    Object said = value.equals("true") ? true : value;
    return (sound, asked) -> sound.apply(asked).append(field, said);
  }

  /** The server tells the time of its clock, and refuses reads that name such a moment. */
  private static Document withoutMoments(UnaryOperator<Document> sound, Document asked) {
    return String.valueOf(asked.get("readConcern")).contains("afterClusterTime")
        ? FaultyServer.error(72).answer(sound, asked)
        : sound.apply(asked).append("operationTime", new BsonTimestamp(7L));
  }

  /** The server names no index of a taken key. */
  private static Fault sayingLess() {
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
