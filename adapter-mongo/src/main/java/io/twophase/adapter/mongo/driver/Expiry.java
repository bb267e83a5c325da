package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Has the server remove finished records after a time: by a TTL index on a field that only they
 * have. Once made, the index stays, with the longest period if need be: it tells every later reader
 * that records may be missing.
 */
public final class Expiry {

  private static final String EXPIRE_AFTER = "expireAfterSeconds";

  /** NamespaceNotFound, IndexNotFound. */
  private static final Set<Integer> NO_INDEX = Set.of(26, 27);

  private static final BsonDocument KEYS = new BsonDocument(Field.FINISHED_AT, new BsonInt32(1));

  private final MongoDatabase database;
  private final MongoCollection<BsonDocument> records;
  private final DriverErrors errors;

  /** Of the {@code records}, which are in {@code database}. */
  public Expiry(
      MongoDatabase database, MongoCollection<BsonDocument> records, DriverErrors errors) {
    this.database = database;
    this.records = records;
    this.errors = errors;
  }

  /**
   * Has finished records removed {@code period} after they finished; the longest there can be is
   * for ever, and makes no index where there is none.
   *
   * @throws StoreException if the server removes nothing by age, or does not permit to ask for it
   */
  public void ensure(Duration period) {
    long seconds = period.toSeconds();
    Option<Long> before = expireAfterSeconds();
    boolean asItIs =
        before.isEmpty() ? seconds >= Integer.MAX_VALUE : before.get().longValue() == seconds;
    if (asItIs) {
      return;
    }
    try {
      changeOrCreate(seconds);
    } catch (MongoException failed) {
      throw errors.ofRead(what(), failed);
    }
  }

  /** Asks for the change first: a server that knows no periods refuses that, and gets no index. */
  private void changeOrCreate(long seconds) {
    try {
      database.runCommand(change(seconds), BsonDocument.class);
    } catch (MongoCommandException refused) {
      if (!NO_INDEX.contains(refused.getErrorCode())) {
        throw refused;
      }
      records.createIndex(KEYS, new IndexOptions().expireAfter(seconds, TimeUnit.SECONDS));
    }
  }

  /** Whether there is a period, or once was. */
  public boolean isSet() {
    return expireAfterSeconds().isDefined();
  }

  private Option<Long> expireAfterSeconds() {
    try {
      for (BsonDocument index : records.listIndexes(BsonDocument.class)) {
        if (KEYS.equals(keysOf(index)) && index.isNumber(EXPIRE_AFTER)) {
          return Option.some(index.getNumber(EXPIRE_AFTER).longValue());
        }
      }
      return Option.none();
    } catch (MongoException failed) {
      throw errors.ofRead("list the indexes of " + records.getNamespace(), failed);
    }
  }

  private static BsonDocument keysOf(BsonDocument index) {
    BsonDocument keys = new BsonDocument();
    index.getDocument("key").forEach((field, order) -> keys.append(field, whole(order)));
    return keys;
  }

  private static BsonValue whole(BsonValue order) {
    return order.isNumber() ? new BsonInt32(order.asNumber().intValue()) : order;
  }

  private BsonDocument change(long seconds) {
    return new BsonDocument("collMod", new BsonString(records.getNamespace().getCollectionName()))
        .append(
            "index",
            new BsonDocument("keyPattern", KEYS).append(EXPIRE_AFTER, new BsonInt64(seconds)));
  }

  private String what() {
    return "remove finished records of " + records.getNamespace() + " after a time";
  }
}
