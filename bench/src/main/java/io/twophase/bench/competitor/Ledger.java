package io.twophase.bench.competitor;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import io.twophase.adapter.mongo.document.Field;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The common part of the competitors' collections. */
public final class Ledger {

  public static final String ACCOUNTS = "accounts";
  public static final String TRANSACTIONS = "transactions";

  private static final int CHUNK = 5_000;

  private Ledger() {}

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
    List<BsonDocument> chunk = new ArrayList<>(CHUNK);
    for (long number = from; number < to; number++) {
      chunk.add(document.apply(number));
      if (chunk.size() == CHUNK || number == to - 1) {
        collection.insertMany(chunk, unordered);
        chunk.clear();
      }
    }
  }

  /** Opens accounts 0 to {@code accounts} - 1 that are nothing but a balance, and {@code more}. */
  static void open(
      MongoCollection<BsonDocument> collection, int accounts, long balance, BsonDocument more) {
    fill(
        collection,
        0,
        accounts,
        number -> {
          BsonDocument account = new BsonDocument(Field.ID, new BsonString(account((int) number)));
          account.append(Field.BALANCE, new BsonInt64(balance)).putAll(more);
          return account;
        });
  }

  /** Returns whether a command only prepares a round, as {@link Competitor#prepare} says. */
  public static boolean isPreparation(BsonDocument command) {
    return command.isString("insert")
        && command.getString("insert").getValue().equals(Orders.ORDERS);
  }

  /** All balances together, as they lie there, in minor units. */
  public static BigInteger balances(MongoDatabase database) {
    BigInteger sum = BigInteger.ZERO;
    for (BsonDocument account :
        collection(database, ACCOUNTS).find().projection(Projections.include(Field.BALANCE))) {
      BsonValue balance = account.getInt64(Field.BALANCE);
      sum = sum.add(BigInteger.valueOf(balance.asInt64().getValue()));
    }
    return sum;
  }
}
