package io.twophase.bench.competitor;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
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
import org.bson.conversions.Bson;

/**
 * The server's own transactions, by plain code of the driver, one at a time: two guarded updates of
 * accounts and a ledger line; and the order's guarded update, where orders are paid. The driver's
 * {@code withTransaction} repeats a transaction that has met another.
 *
 * @param pays whether each transfer pays an order
 */
record NativeTransfers(Ledger ledger, boolean pays) implements Competitor {

  private static final TransactionOptions OPTIONS =
      TransactionOptions.builder()
          .readPreference(ReadPreference.primary())
          .readConcern(ReadConcern.SNAPSHOT)
          .writeConcern(WriteConcern.MAJORITY)
          .build();

  /** IllegalOperation, CommandNotFound, NotImplemented, OperationNotSupportedInTransaction. */
  private static final Set<Integer> REFUSALS = Set.of(20, 59, 238, 263);

  /** Makes the other collections, too: servers before 4.4 make none in a transaction. */
  @Override
  public void open(int number, long balance) {
    ledger.database().createCollection(Orders.LEDGER);
    ledger.database().createCollection(Orders.ORDERS);
    ledger.open(number, balance, new BsonDocument(Orders.OPENING, new BsonInt64(balance)));
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
  private static boolean run(MongoClient client, Predicate<ClientSession> body) {
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
    Bson has = Filters.gte(Field.BALANCE, least);
    Bson id = Filters.eq(Field.ID, Ledger.account(account));
    Bson increment = Updates.inc(Field.BALANCE, amount);
    return isUpdated(session, Ledger.ACCOUNTS, Filters.and(id, has), increment);
  }

  private boolean isPaid(ClientSession session, BsonDocument line) {
    Bson id = Filters.eq(Field.ID, line.get(Orders.ORDER));
    Bson unpaid = Filters.eq(Orders.STATUS, Orders.UNPAID);
    Bson pay = Updates.set(Orders.STATUS, Orders.PAID);
    return isUpdated(session, Orders.ORDERS, Filters.and(id, unpaid), pay);
  }

  private boolean isUpdated(ClientSession session, String collection, Bson filter, Bson update) {
    return ledger.collection(collection).updateOne(session, filter, update).getMatchedCount() == 1;
  }

  private BsonDocument line(BenchTransfer transfer) {
    BsonDocument line = ledger.line(transfer);
    return pays ? line.append(Orders.ORDER, new BsonString(ledger.orders().next())) : line;
  }

  /**
   * Why a server has no transactions, in one sentence; nothing if it has. It has to undo one in a
   * collection of the ledger's database, which the caller drops.
   */
  static Optional<String> missing(Ledger trial) {
    MongoCollection<BsonDocument> tried = trial.collection("tried");
    // servers before 4.4 make no collection in a transaction
    trial.database().createCollection("tried");
    try {
      run(
          trial.client(),
          session -> {
            tried.insertOne(session, new BsonDocument());
            return false;
          });
    } catch (MongoException refused) {
      // the driver's own, which has no code: it has seen that the server has no sessions
      if (refused.getClass() != MongoClientException.class
          && !REFUSALS.contains(refused.getCode())) {
        throw refused;
      }
      String why =
          refused instanceof MongoCommandException command
              ? command.getErrorMessage()
              : refused.getMessage();
      return Optional.of("the server refuses transactions of its own: " + why);
    }
    return tried.countDocuments() > 0
        ? Optional.of("the server takes transactions of its own, and does not undo them")
        : Optional.empty();
  }
}
