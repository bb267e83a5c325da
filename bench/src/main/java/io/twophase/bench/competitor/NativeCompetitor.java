package io.twophase.bench.competitor;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
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
public final class NativeCompetitor implements Competitor {

  /** Runs transactions. */
  public interface Transactions {

    /**
     * Runs one.
     *
     * @param body writes, perhaps more than once; if it answers {@code false}, none of its writes
     *     is to happen
     * @return what the body has answered
     */
    boolean run(Predicate<Writes> body);
  }

  /** Writes of one transaction. */
  public interface Writes {

    /** Whether there was a document to be updated. */
    boolean update(MongoCollection<BsonDocument> collection, Bson filter, Bson update);

    void insert(MongoCollection<BsonDocument> collection, BsonDocument document);
  }

  private final MongoDatabase database;
  private final MongoCollection<BsonDocument> accounts;
  private final MongoCollection<BsonDocument> lines;
  private final MongoCollection<BsonDocument> orders;
  private final Transactions transactions;
  private final OrderStock stock;
  private final boolean pays;
  private final String ids;
  private final AtomicLong count = new AtomicLong();

  /**
   * By these transactions.
   *
   * @param pays whether each transfer pays an order
   */
  NativeCompetitor(
      MongoClient client, Transactions transactions, String name, String ids, boolean pays) {
    this.database = client.getDatabase(name).withWriteConcern(WriteConcern.MAJORITY);
    this.accounts = Ledger.collection(database, Ledger.ACCOUNTS);
    this.lines = Ledger.collection(database, OrderBooks.LEDGER);
    this.orders = Ledger.collection(database, OrderStock.ORDERS);
    this.transactions = transactions;
    this.stock = new OrderStock(database, ids);
    this.pays = pays;
    this.ids = ids;
  }

  /** By the server's own. */
  static NativeCompetitor of(MongoClient client, String name, String ids, boolean pays) {
    return new NativeCompetitor(client, new NativeTransactions(client), name, ids, pays);
  }

  @Override
  public int batch() {
    return 1;
  }

  /** Makes the other collections, too: servers before 4.4 make none in a transaction. */
  @Override
  public void open(int number, long balance) {
    database.createCollection(OrderBooks.LEDGER);
    database.createCollection(OrderStock.ORDERS);
    Ledger.fill(
        accounts,
        0,
        number,
        at ->
            new BsonDocument("_id", new BsonString(Ledger.account((int) at)))
                .append(OrderBooks.OPENING, new BsonInt64(balance))
                .append(OrderBooks.BALANCE, new BsonInt64(balance)));
  }

  @Override
  public void prepare(long transfers) {
    if (pays) {
      stock.prepare(transfers);
    }
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    int applied = 0;
    for (BenchTransfer transfer : transfers) {
      BsonDocument line = line(transfer);
      long start = System.nanoTime();
      boolean happened = transactions.run(writes -> happens(writes, transfer, line));
      listener.after(System.nanoTime() - start, 1);
      applied += happened ? 1 : 0;
    }
    return applied;
  }

  private boolean happens(Writes writes, BenchTransfer transfer, BsonDocument line) {
    boolean has =
        writes.update(
            accounts,
            Filters.and(
                Filters.eq("_id", Ledger.account(transfer.source())),
                Filters.gte(OrderBooks.BALANCE, transfer.amount())),
            Updates.inc(OrderBooks.BALANCE, -transfer.amount()));
    boolean moves =
        has
            && writes.update(
                accounts,
                Filters.and(
                    Filters.eq("_id", Ledger.account(transfer.destination())),
                    Filters.gte(OrderBooks.BALANCE, 0L)),
                Updates.inc(OrderBooks.BALANCE, transfer.amount()));
    boolean pays = moves && (!line.containsKey(OrderBooks.ORDER) || isPaid(writes, line));
    if (pays) {
      writes.insert(lines, line);
    }
    return pays;
  }

  private boolean isPaid(Writes writes, BsonDocument line) {
    return writes.update(
        orders,
        Filters.and(
            Filters.eq("_id", line.get(OrderBooks.ORDER)),
            Filters.eq(OrderStock.STATUS, OrderStock.UNPAID)),
        Updates.set(OrderStock.STATUS, OrderStock.PAID));
  }

  private BsonDocument line(BenchTransfer transfer) {
    BsonDocument line =
        new BsonDocument("_id", new BsonString(ids + count.incrementAndGet()))
            .append(OrderBooks.SOURCE, new BsonString(Ledger.account(transfer.source())))
            .append(OrderBooks.DESTINATION, new BsonString(Ledger.account(transfer.destination())))
            .append(OrderBooks.VALUE, new BsonInt64(transfer.amount()));
    return pays ? line.append(OrderBooks.ORDER, new BsonString(stock.next())) : line;
  }

  @Override
  public List<String> findings() {
    return OrderBooks.findings(database);
  }

  /** The client is not its own. */
  @Override
  public void close() {}
}
