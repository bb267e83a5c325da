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
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The server's own transactions, by plain code of the driver, one at a time: two guarded updates of
 * accounts and a ledger line; and the order's guarded update, where orders are paid.
 */
final class NativeTransfers implements Competitor {

  private static final TransactionOptions OPTIONS =
      TransactionOptions.builder()
          .readPreference(ReadPreference.primary())
          .readConcern(ReadConcern.SNAPSHOT)
          .writeConcern(WriteConcern.MAJORITY)
          .build();

  /** IllegalOperation, CommandNotFound, NotImplemented, OperationNotSupportedInTransaction. */
  private static final Set<Integer> REFUSALS = Set.of(20, 59, 238, 263);

  private final Ledger ledger;
  private final Orders stock;
  private final boolean pays;

  /**
   * By the driver's {@code withTransaction}, which repeats a transaction that has met another.
   *
   * @param pays whether each transfer pays an order
   */
  NativeTransfers(Ledger ledger, boolean pays) {
    this.ledger = ledger;
    this.stock = new Orders(ledger);
    this.pays = pays;
  }

  /** Makes the other collections, too: servers before 4.4 make none in a transaction. */
  @Override
  public void open(int number, long balance) {
    ledger.database().createCollection(Orders.LEDGER);
    ledger.database().createCollection(Orders.ORDERS);
    ledger.open(number, balance, new BsonDocument(Orders.OPENING, new BsonInt64(balance)));
  }

  @Override
  public void prepare(long transfers) {
    if (pays) {
      stock.prepare(transfers);
    }
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    return Competitor.oneByOne(
        transfers,
        listener,
        transfer -> {
          BsonDocument line = line(transfer);
          return () -> run(ledger.client(), session -> happens(session, transfer, line));
        });
  }

  /**
   * Runs a transaction of the server.
   *
   * @param body writes, perhaps more than once; if it answers {@code false}, none of its writes is
   *     to happen
   * @return what the body has answered
   */
  static boolean run(MongoClient client, Predicate<ClientSession> body) {
    try (ClientSession session = client.startSession()) {
      return session.withTransaction(
          () -> {
            boolean happens = body.test(session);
            if (!happens) {
              session.abortTransaction();
            }
            return happens;
          },
          OPTIONS);
    }
  }

  private boolean happens(ClientSession session, BenchTransfer transfer, BsonDocument line) {
    boolean happens =
        adds(session, transfer.source(), transfer.amount(), -transfer.amount())
            && adds(session, transfer.destination(), 0, transfer.amount())
            && (!pays || isPaid(session, line));
    if (happens) {
      ledger.collection(Orders.LEDGER).insertOne(session, line);
    }
    return happens;
  }

  /** Adds to the balance of an account that has so much. */
  private boolean adds(ClientSession session, int account, long least, long amount) {
    return isUpdated(
        session,
        Ledger.ACCOUNTS,
        Filters.and(Filters.eq("_id", Ledger.account(account)), Filters.gte(Field.BALANCE, least)),
        Updates.inc(Field.BALANCE, amount));
  }

  private boolean isPaid(ClientSession session, BsonDocument line) {
    return isUpdated(
        session,
        Orders.ORDERS,
        Filters.and(
            Filters.eq("_id", line.get(Orders.ORDER)), Filters.eq(Orders.STATUS, Orders.UNPAID)),
        Updates.set(Orders.STATUS, Orders.PAID));
  }

  private boolean isUpdated(ClientSession session, String collection, Bson filter, Bson update) {
    return ledger.collection(collection).updateOne(session, filter, update).getMatchedCount() == 1;
  }

  private BsonDocument line(BenchTransfer transfer) {
    BsonDocument line = ledger.line(transfer);
    return pays ? line.append(Orders.ORDER, new BsonString(stock.next())) : line;
  }

  @Override
  public List<String> findings() {
    return Orders.findings(ledger.database());
  }

  /**
   * Why a server has none, in one sentence; nothing if it has. It is asked by {@code hello}, and
   * then has to undo a transaction in a collection of {@code database}, which the caller drops.
   */
  static Optional<String> missing(MongoClient client, String database) {
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
      run(
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
