package io.twophase.bench.competitor;

import com.mongodb.MongoClientException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.vavr.control.Option;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Transactions of the server, by the driver's {@code withTransaction}, which repeats one that has
 * met another. Whether a server has them is found by asking it, and by trying.
 */
public final class NativeTransactions implements NativeCompetitor.Transactions {

  /** IllegalOperation, CommandNotFound, NotImplemented, OperationNotSupportedInTransaction. */
  private static final Set<Integer> REFUSALS = Set.of(20, 59, 238, 263);

  private static final TransactionOptions OPTIONS =
      TransactionOptions.builder()
          .readPreference(ReadPreference.primary())
          .readConcern(ReadConcern.SNAPSHOT)
          .writeConcern(WriteConcern.MAJORITY)
          .build();

  private final MongoClient client;

  public NativeTransactions(MongoClient client) {
    this.client = client;
  }

  @Override
  public boolean run(Predicate<NativeCompetitor.Writes> body) {
    try (ClientSession session = client.startSession()) {
      return session.withTransaction(
          () -> {
            boolean happens = body.test(new InSession(session));
            if (!happens) {
              session.abortTransaction();
            }
            return happens;
          },
          OPTIONS);
    }
  }

  private record InSession(ClientSession session) implements NativeCompetitor.Writes {

    @Override
    public boolean update(MongoCollection<BsonDocument> collection, Bson filter, Bson update) {
      return collection.updateOne(session, filter, update).getMatchedCount() == 1;
    }

    @Override
    public void insert(MongoCollection<BsonDocument> collection, BsonDocument document) {
      collection.insertOne(session, document);
    }
  }

  /**
   * Why a server has none, in one sentence; nothing if it has. It is asked by {@code hello}, and
   * then has to undo a transaction in a collection of {@code database}, which the caller drops.
   */
  public static Option<String> missing(MongoClient client, String database) {
    return missingBy(hello(client)).orElse(() -> tried(client, database));
  }

  private static Document hello(MongoClient client) {
    try {
      return client.getDatabase("admin").runCommand(new Document("hello", 1));
    } catch (MongoException refused) {
      // servers before 4.4.2 know it by its older name only
      return client.getDatabase("admin").runCommand(new Document("isMaster", 1));
    }
  }

  /** What the answer to {@code hello} says of it. */
  static Option<String> missingBy(Document hello) {
    if (!hello.containsKey("setName") && !"isdbgrid".equals(hello.get("msg"))) {
      return Option.some(
          "the server is neither a member of a replica set nor a router of a sharded cluster, and"
              + " has no transactions of its own");
    }
    return Option.when(
        hello.get("logicalSessionTimeoutMinutes") == null,
        "the server has no sessions, and so no transactions of its own");
  }

  /** What a transaction that is undone says of it. */
  static Option<String> tried(MongoClient client, String database) {
    MongoCollection<BsonDocument> collection =
        Ledger.collection(client.getDatabase(database), "tried");
    // servers before 4.4 make no collection in a transaction
    collection.insertOne(named("before"));
    try {
      new NativeTransactions(client)
          .run(
              writes -> {
                writes.insert(collection, named("within"));
                return false;
              });
    } catch (MongoException refused) {
      return refusal(refused);
    }
    return Option.when(
        collection.countDocuments(Filters.eq("_id", "within")) > 0,
        "the server takes transactions of its own, and does not undo them");
  }

  private static Option<String> refusal(MongoException refused) {
    // the driver's own, which has no code: it has seen that the server has no sessions
    boolean isOfDriver = refused.getClass() == MongoClientException.class;
    if (isOfDriver || REFUSALS.contains(refused.getCode())) {
      return Option.some("the server refuses transactions of its own: " + refused.getMessage());
    }
    throw refused;
  }

  private static BsonDocument named(String id) {
    return new BsonDocument("_id", new BsonString(id));
  }
}
