package io.twophase.bench.competitor;

import com.mongodb.MongoClientException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;

/** The transactions of a server: found by asking it, and by trying. */
public final class NativeTransactions {

  /** IllegalOperation, CommandNotFound, NotImplemented, OperationNotSupportedInTransaction. */
  private static final Set<Integer> REFUSALS = Set.of(20, 59, 238, 263);

  private NativeTransactions() {}

  /**
   * Why a server has none, in one sentence; nothing if it has. It is asked by {@code hello}, and
   * then has to undo a transaction in a collection of {@code database}, which the caller drops.
   */
  public static Optional<String> missing(MongoClient client, String database) {
    return missingBy(hello(client)).or(() -> tried(client, database));
  }

  private static Document hello(MongoClient client) {
    try {
      return client.getDatabase("admin").runCommand(new Document("hello", 1));
    } catch (MongoException refused) {
      // servers before 4.4.2 know it by its older name only
      return client.getDatabase("admin").runCommand(new Document("isMaster", 1));
    }
  }

  /**
   * Returns why the server has no transactions, by its answer to {@code hello}; none if it may have
   * them.
   */
  static Optional<String> missingBy(Document hello) {
    if (!hello.containsKey("setName") && !"isdbgrid".equals(hello.get("msg"))) {
      return Optional.of(
          "the server is neither a member of a replica set nor a router of a sharded cluster, and"
              + " has no transactions of its own");
    }
    return hello.get("logicalSessionTimeoutMinutes") == null
        ? Optional.of("the server has no sessions, and so no transactions of its own")
        : Optional.empty();
  }

  /**
   * Returns why the server has no transactions, by one that is tried and undone; none if it has
   * them.
   */
  static Optional<String> tried(MongoClient client, String database) {
    MongoCollection<BsonDocument> collection =
        Ledger.collection(client.getDatabase(database), "tried");
    // servers before 4.4 make no collection in a transaction
    collection.insertOne(named("before"));
    try {
      NativeTransfers.run(
          client,
          session -> {
            collection.insertOne(session, named("within"));
            return false;
          });
    } catch (MongoException refused) {
      return refusal(refused);
    }
    return collection.countDocuments(Filters.eq("_id", "within")) > 0
        ? Optional.of("the server takes transactions of its own, and does not undo them")
        : Optional.empty();
  }

  private static Optional<String> refusal(MongoException refused) {
    // the driver's own, which has no code: it has seen that the server has no sessions
    boolean isOfDriver = refused.getClass() == MongoClientException.class;
    if (isOfDriver || REFUSALS.contains(refused.getCode())) {
      return Optional.of("the server refuses transactions of its own: " + refused.getMessage());
    }
    throw refused;
  }

  private static BsonDocument named(String id) {
    return new BsonDocument("_id", new BsonString(id));
  }
}
