package io.twophase.bench.competitor;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
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

  private final MongoClient client;
  private final MongoDatabase database;
  private final MongoCollection<BsonDocument> accounts;
  private final MongoCollection<BsonDocument> lines;
  private final MongoCollection<BsonDocument> orders;
  private final OrderStock stock;
  private final boolean pays;
  private final String ids;
  private final AtomicLong count = new AtomicLong();

  /**
   * By the driver's {@code withTransaction}, which repeats a transaction that has met another.
   *
   * @param pays whether each transfer pays an order
   */
  NativeTransfers(MongoClient client, String name, String ids, boolean pays) {
    this.client = client;
    this.database = client.getDatabase(name).withWriteConcern(WriteConcern.MAJORITY);
    this.accounts = Ledger.collection(database, Ledger.ACCOUNTS);
    this.lines = Ledger.collection(database, OrderBooks.LEDGER);
    this.orders = Ledger.collection(database, OrderStock.ORDERS);
    this.stock = new OrderStock(database, ids);
    this.pays = pays;
    this.ids = ids;
  }

  /** Makes the other collections, too: servers before 4.4 make none in a transaction. */
  @Override
  public void open(int number, long balance) {
    database.createCollection(OrderBooks.LEDGER);
    database.createCollection(OrderStock.ORDERS);
    Ledger.open(
        accounts, number, balance, new BsonDocument(OrderBooks.OPENING, new BsonInt64(balance)));
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
          return () -> run(client, session -> happens(session, transfer, line));
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
      lines.insertOne(session, line);
    }
    return happens;
  }

  /** Adds to the balance of an account that has so much. */
  private boolean adds(ClientSession session, int account, long least, long amount) {
    return isUpdated(
        session,
        accounts,
        Filters.and(Filters.eq("_id", Ledger.account(account)), Filters.gte(Field.BALANCE, least)),
        Updates.inc(Field.BALANCE, amount));
  }

  private boolean isPaid(ClientSession session, BsonDocument line) {
    return isUpdated(
        session,
        orders,
        Filters.and(
            Filters.eq("_id", line.get(OrderBooks.ORDER)),
            Filters.eq(OrderStock.STATUS, OrderStock.UNPAID)),
        Updates.set(OrderStock.STATUS, OrderStock.PAID));
  }

  private static boolean isUpdated(
      ClientSession session, MongoCollection<BsonDocument> collection, Bson filter, Bson update) {
    return collection.updateOne(session, filter, update).getMatchedCount() == 1;
  }

  private BsonDocument line(BenchTransfer transfer) {
    BsonDocument line =
        new BsonDocument("_id", new BsonString(ids + count.incrementAndGet()))
            .append(Field.SOURCE, new BsonString(Ledger.account(transfer.source())))
            .append(Field.DESTINATION, new BsonString(Ledger.account(transfer.destination())))
            .append(Field.VALUE, new BsonInt64(transfer.amount()));
    return pays ? line.append(OrderBooks.ORDER, new BsonString(stock.next())) : line;
  }

  @Override
  public List<String> findings() {
    return OrderBooks.findings(database);
  }
}
