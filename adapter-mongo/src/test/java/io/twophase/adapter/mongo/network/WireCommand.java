package io.twophase.adapter.mongo.network;

import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What a request asks of the protocol's collections.
 *
 * @param name of the command
 * @param onRecords whether it is about the transaction records
 * @param changes what its updates do, if it has any
 */
public record WireCommand(String name, boolean onRecords, List<BsonValue> changes) {

  private static final Set<String> READS = Set.of("find", "aggregate");
  private static final Set<String> WRITES =
      Set.of("insert", "update", "bulkWrite", "findAndModify");
  private static final String RECORDS = "transactions";

  /** What {@code request} asks. */
  public static WireCommand of(WireMessage request) {
    BsonDocument body = request.body();
    String name = body.isEmpty() ? "" : body.getFirstKey();
    if (name.equals("bulkWrite")) {
      boolean onRecords =
          request.carried("nsInfo").stream()
              .allMatch(at -> at.getString("ns").getValue().endsWith("." + RECORDS));
      return new WireCommand(name, onRecords, changes(request, "ops", "updateMods"));
    }
    boolean onRecords = body.isString(name) && body.getString(name).getValue().equals(RECORDS);
    return new WireCommand(name, onRecords, changes(request, "updates", "u"));
  }

  private static List<BsonValue> changes(WireMessage request, String updates, String change) {
    return request.carried(updates).stream().map(update -> update.get(change)).toList();
  }

  /** Whether it reads documents. */
  public boolean isRead() {
    return READS.contains(name);
  }

  /** Whether it writes documents. */
  public boolean isWrite() {
    return WRITES.contains(name);
  }

  /** Whether it places holds. */
  public boolean holds() {
    return !onRecords && changes.stream().anyMatch(change -> has(change, "$push"));
  }

  /**
   * Whether it may arrive twice, by rule 4 of the protocol: records are inserted once under their
   * id and changed by compare-and-set, and what settles, releases or withdraws takes its hold away.
   * Holds and stamps may not.
   */
  public boolean mayBeRepeated() {
    if (name.equals("insert")) {
      return true;
    }
    boolean updates = !changes.isEmpty();
    return updates
        && (onRecords
            || changes.stream().allMatch(change -> has(change, "$pull") && !has(change, "$push")));
  }

  private static boolean has(BsonValue change, String operator) {
    return change.isDocument() && change.asDocument().containsKey(operator);
  }
}
