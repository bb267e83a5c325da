package io.twophase.bench.competitor;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The database of one competitor, and the common part of the competitors' collections.
 *
 * @param name of the database
 * @param batch how many transfers a batch has, where there are batches
 * @param goOn is asked again and again while documents are made, and throws if nobody wants them
 *     any more
 * @param count of the ids so far
 * @param orders to be paid, where each transfer pays one
 */
public record Ledger(
    MongoClient client, String name, int batch, Runnable goOn, AtomicLong count, Orders orders) {

  public static final String ACCOUNTS = "accounts";
  public static final String TRANSACTIONS = "transactions";

  private static final int CHUNK = 5_000;

  /** The ledger of a database in which nothing is yet. Its orders are made by this client. */
  public Ledger(MongoClient client, String name, int batch, Runnable goOn) {
    this(client, name, batch, goOn, new AtomicLong(), new Orders(majority(client, name)));
  }

  /** Returns this ledger behind another client; the orders are still made by the first. */
  public Ledger by(MongoClient other) {
    return new Ledger(other, name, batch, goOn, count, orders);
  }

  public MongoDatabase database() {
    return majority(client, name);
  }

  private static MongoDatabase majority(MongoClient client, String name) {
    return client.getDatabase(name).withWriteConcern(WriteConcern.MAJORITY);
  }

  /** An id that no other transaction has. */
  public String nextId() {
    return "t" + count.incrementAndGet();
  }

  public MongoCollection<BsonDocument> collection(String name) {
    return collection(database(), name);
  }

  /** The ledger line of a transfer, under an id of its own. */
  BsonDocument line(BenchTransfer transfer) {
    return new BsonDocument(Field.ID, new BsonString(nextId()))
        .append(Field.SOURCE, new BsonString(account(transfer.source())))
        .append(Field.DESTINATION, new BsonString(account(transfer.destination())))
        .append(Field.VALUE, new BsonInt64(transfer.amount()));
  }

  /** The text id of an account. */
  public static String account(int number) {
    return "account-" + number;
  }

  public static MongoCollection<BsonDocument> collection(MongoDatabase database, String name) {
    return database.getCollection(name, BsonDocument.class);
  }

  /** Inserts the documents of the numbers from {@code from} to {@code to} - 1. */
  public static void fill(
      MongoCollection<BsonDocument> collection,
      long from,
      long to,
      LongFunction<BsonDocument> document) {
    InsertManyOptions unordered = new InsertManyOptions().ordered(false);
    inChunks(from, to, document, chunk -> collection.insertMany(chunk, unordered));
  }

  /** Makes the elements of the numbers from {@code from} to {@code to} - 1, some at a time. */
  static <T> void inChunks(long from, long to, LongFunction<T> element, Consumer<List<T>> take) {
    for (long first = from; first < to; first += CHUNK) {
      take.accept(LongStream.range(first, Math.min(to, first + CHUNK)).mapToObj(element).toList());
    }
  }

  /** Opens accounts 0 to {@code accounts} - 1 that are nothing but a balance, and {@code more}. */
  void open(int accounts, long balance, BsonDocument more) {
    fill(
        collection(ACCOUNTS),
        0,
        accounts,
        number -> {
          goOn.run();
          BsonDocument account = new BsonDocument(Field.ID, new BsonString(account((int) number)));
          account.append(Field.BALANCE, new BsonInt64(balance)).putAll(more);
          return account;
        });
  }

  /** Says that money was lost or made, if it was, by all balances before and after. */
  public static Optional<String> difference(BigInteger before, BigInteger after) {
    return after.equals(before)
        ? Optional.empty()
        : Optional.of(
            "all balances together were " + before + " and are " + after + ", in minor units");
  }

  /** All balances together, as they lie there, in minor units. */
  public BigInteger balances() {
    BigInteger sum = BigInteger.ZERO;
    for (BsonDocument account :
        collection(ACCOUNTS).find().projection(Projections.include(Field.BALANCE))) {
      sum = sum.add(BigInteger.valueOf(account.getInt64(Field.BALANCE).getValue()));
    }
    return sum;
  }
}
