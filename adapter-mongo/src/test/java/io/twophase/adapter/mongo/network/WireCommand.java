package io.twophase.adapter.mongo.network;

import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * What a request asks of the protocol's collections.
 *
 * @param name of the command
 * @param collection what it is about; empty if that is not one collection
 * @param changes what its updates do, if it has any
 */
public record WireCommand(String name, String collection, List<BsonValue> changes) {

  private static final Set<String> READS = Set.of("find", "aggregate");
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "bulkWrite", "findAndModify");
  private static final String RECORDS = "transactions";
  private static final String ACCOUNTS = "accounts";

  /** What {@code request} asks. */
  public static WireCommand of(WireMessage request) {
    BsonDocument body = request.body();
    String name = body.isEmpty() ? "" : body.getFirstKey();
    if (name.equals("bulkWrite")) {
      List<String> spaces =
          request.carried("nsInfo").stream().map(at -> at.getString("ns").getValue()).toList();
      String space = spaces.size() == 1 ? spaces.get(0) : "";
      String collection = space.substring(space.indexOf('.') + 1);
      return new WireCommand(name, collection, changes(request, "ops", "updateMods"));
    }
    String collection = body.isString(name) ? body.getString(name).getValue() : "";
    return new WireCommand(name, collection, changes(request, "updates", "u"));
  }

  private static List<BsonValue> changes(WireMessage request, String updates, String change) {
    return request.carried(updates).stream().map(update -> change(update, change)).toList();
  }

  /** A deletion takes a hold away with its document, as a pull does; an insert changes nothing. */
  private static BsonValue change(BsonDocument update, String change) {
    if (update.containsKey("delete")) {
      return new BsonDocument("$pull", BsonNull.VALUE);
    }
    return update.get(change, BsonNull.VALUE);
  }

  /** Whether it is about the transaction records. */
  public boolean onRecords() {
    return collection.equals(RECORDS);
  }

  /** Whether it is about the accounts. */
  public boolean onAccounts() {
    return collection.equals(ACCOUNTS);
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
    return onAccounts() && changes.stream().anyMatch(change -> has(change, "$push"));
  }

  /**
   * Whether it may arrive twice, by rule 4 of the protocol: records are inserted once under their
   * id and changed by compare-and-set, and what settles, releases or withdraws takes its hold away.
   * Holds and stamps may not; in a host's collection an insert is a hold.
   */
  public boolean mayBeRepeated() {
    if (name.equals("insert")) {
      return onRecords() || onAccounts();
    }
    boolean updates = !changes.isEmpty();
    return updates
        && (onRecords()
            || changes.stream().allMatch(change -> has(change, "$pull") && !has(change, "$push")));
  }

  private static boolean has(BsonValue change, String operator) {
    return change.isDocument() && change.asDocument().containsKey(operator);
  }
}
