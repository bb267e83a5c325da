package io.twophase.bench;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Counts the commands that a client sends, their bytes, those that wait for a majority, and the
 * documents that they write. Thread-safe.
 */
public final class WireCounter implements CommandListener {

  private Count count = Count.NONE;

  /**
   * A number of each thing.
   *
   * @param commands sent, reads and whatever else included
   * @param majorityWaits commands that are answered after a majority of the members has them
   * @param writes documents inserted, changed or removed, as the replies say: an update that
   *     matches and changes nothing is none
   * @param bytes the sizes of the commands
   */
  public record Count(long commands, long majorityWaits, long writes, long bytes) {

    /** Nothing. */
    public static final Count NONE = new Count(0, 0, 0, 0);

    /** Returns what came since then. */
    public Count since(Count then) {
      return plus(-then.commands, -then.majorityWaits, -then.writes, -then.bytes);
    }

    private Count plus(long command, long majorityWait, long written, long sent) {
      return new Count(
          commands + command, majorityWaits + majorityWait, writes + written, bytes + sent);
    }
  }

  /** The counts so far. */
  public synchronized Count count() {
    return count;
  }

  private synchronized void add(long commands, long majorityWaits, long writes, long bytes) {
    count = count.plus(commands, majorityWaits, writes, bytes);
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    BsonDocument command = event.getCommand();
    int bytes = new RawBsonDocument(command, new BsonDocumentCodec()).getByteBuffer().remaining();
    add(1, waitsForMajority(command) ? 1 : 0, 0, bytes);
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    add(0, 0, written(event.getCommandName(), event.getResponse()), 0);
  }

  /** Returns whether a command is answered after a majority of the members has what it writes. */
  static boolean waitsForMajority(BsonDocument command) {
    BsonDocument concern = command.getDocument("writeConcern", new BsonDocument());
    BsonValue w = concern.get("w", new BsonInt32(1));
    return w.equals(new BsonString("majority")) || (w.isNumber() && w.asNumber().intValue() > 1);
  }

  private static long written(String command, BsonDocument answer) {
    return switch (command) {
      case "insert", "delete" -> number(answer, "n");
      case "update" ->
          number(answer, "nModified")
              + (answer.containsKey("upserted") ? answer.getArray("upserted").size() : 0);
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

  private static long number(BsonDocument answer, String field) {
    return answer.getNumber(field, new BsonInt32(0)).longValue();
  }
}
