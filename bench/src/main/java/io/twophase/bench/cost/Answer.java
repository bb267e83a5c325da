package io.twophase.bench.cost;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** What a server's answer says of the writes of a command. */
public final class Answer {

  private Answer() {}

  /**
   * How many documents were inserted, changed or removed: an update that matches and changes
   * nothing is none.
   *
   * @param command the command's name
   */
  public static long written(String command, BsonDocument answer) {
    return switch (command) {
      case "insert", "delete" -> number(answer, "n");
      case "update" -> number(answer, "nModified") + size(answer, "upserted");
      case "findAndModify" ->
          number(answer.getDocument("lastErrorObject", new BsonDocument()), "n");
      case "bulkWrite" ->
          number(answer, "nInserted")
              + number(answer, "nModified")
              + number(answer, "nDeleted")
              + number(answer, "nUpserted");
      default -> 0;
    };
  }

  /** Which documents of a command were inserted. */
  static List<SentCommand.Inserted> inserted(SentCommand command, BsonDocument answer) {
    List<SentCommand.Inserted> sent = command.inserts();
    Set<Integer> refused = new HashSet<>();
    if (answer.containsKey("writeErrors")) {
      answer
          .getArray("writeErrors")
          .forEach(error -> refused.add(error.asDocument().getNumber("index").intValue()));
    }
    boolean isOrdered = !BsonBoolean.FALSE.equals(command.body().get("ordered"));
    int end =
        isOrdered ? refused.stream().mapToInt(at -> at).min().orElse(sent.size()) : sent.size();
    return IntStream.range(0, end).filter(at -> !refused.contains(at)).mapToObj(sent::get).toList();
  }

  private static int size(BsonDocument answer, String field) {
    return answer.containsKey(field) ? answer.getArray(field).size() : 0;
  }

  private static long number(BsonDocument answer, String field) {
    BsonValue number = answer.get(field, new BsonInt32(0));
    return number.asNumber().longValue();
  }
}
