package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Has the server remove finished records after a time: by a TTL index on a field that only they
 * have. It removes no reversal, which must outlive what it reverses: that may be a transfer of a
 * batch, or on another shard, and be removed later. A pass removes reversals. Once made, the index
 * stays, with the longest period if need be: it tells every later reader that records may be
 * missing. One that cannot be made anew is made again as it was.
 */
record Expiry(MongoDatabase database, MongoCollection<BsonDocument> records, DriverErrors errors) {

  private static final String EXPIRE_AFTER = "expireAfterSeconds";

  private static final String FILTER = "partialFilterExpression";

  private static final BsonDocument NO_REVERSALS = doc(Field.REVERSES, BsonNull.VALUE);

  /** As some servers list it. */
  private static final BsonDocument NO_REVERSALS_AT_LENGTH =
      doc(Field.REVERSES, doc("$eq", BsonNull.VALUE));

  private static final BsonDocument KEYS = doc(Field.FINISHED_AT, 1);

  /**
   * Has finished records removed {@code period} after they finished; the longest there can be is
   * for ever, and makes no index where there is none. An index is created where there is none, made
   * anew where there is one that does not leave out reversals, and changed only where there is one
   * of another period: some servers cannot change one.
   *
   * @throws StoreException if the server removes nothing by age, cannot change the period that
   *     there is, or does not permit to ask for it
   */
  void ensure(Duration period) {
    long seconds = period.toSeconds();
    Optional<BsonDocument> there = index();
    if (there.isEmpty()) {
      if (seconds < Integer.MAX_VALUE) {
        create(seconds);
      }
    } else if (!keepsReversals(there.orElseThrow())) {
      replace(there.orElseThrow(), seconds);
    } else if (!period(there.orElseThrow()).equals(Optional.of(seconds))) {
      change(seconds);
    }
  }

  /** Some servers have no two indexes of the same keys: so the former one makes room first. */
  private void replace(BsonDocument former, long seconds) {
    try {
      drop(Optional.of(former));
    } catch (MongoException failed) {
      throw errors.ofRead(what(), failed);
    }
    try {
      create(seconds);
    } catch (StoreException failed) {
      restore(former, failed);
      throw failed;
    }
  }

  private void restore(BsonDocument former, StoreException why) {
    BsonDocument index = former.clone();
    index.remove("ns");
    try {
      if (index().isEmpty()) {
        database.runCommand(
            doc("createIndexes", records.getNamespace().getCollectionName())
                .append("indexes", new BsonArray(List.of(index))),
            BsonDocument.class);
      }
    } catch (MongoException | StoreException failed) {
      why.addSuppressed(failed);
      throw new StoreException(
          ("%s; the index %s was dropped for that and is not there again: set the"
                  + " period again, or nothing says that records may be missing")
              .formatted(why.getMessage(), Indexes.name(former)),
          why);
    }
  }

  /**
   * A server that knows no periods may take the index without one: then it is dropped again. It has
   * another period where another process was faster to change it.
   */
  private void create(long seconds) {
    try {
      records.createIndex(
          KEYS,
          new IndexOptions()
              .expireAfter(seconds, TimeUnit.SECONDS)
              .partialFilterExpression(NO_REVERSALS));
      Optional<BsonDocument> made = index();
      Optional<Long> kept = made.flatMap(Expiry::period);
      if (kept.isEmpty()) {
        drop(made);
        throw new StoreException(
            errors.store() + " keeps no period of an index, and so does not " + what());
      }
      if (!made.filter(Expiry::keepsReversals).isPresent()) {
        drop(made);
        throw new StoreException(
            ("%s keeps no filter of an index, so it would remove reversals before what"
                    + " they reverse: a pass can %s")
                .formatted(errors.store(), what()));
      }
      if (!kept.equals(Optional.of(seconds))) {
        change(seconds);
      }
    } catch (MongoException failed) {
      throw errors.ofRead(what(), failed);
    }
  }

  private static boolean keepsReversals(BsonDocument index) {
    BsonValue filter = index.get(FILTER);
    return NO_REVERSALS.equals(filter) || NO_REVERSALS_AT_LENGTH.equals(filter);
  }

  private void drop(Optional<BsonDocument> made) {
    made.ifPresent(index -> records.dropIndex(Indexes.name(index)));
  }

  private void change(long seconds) {
    try {
      database.runCommand(collMod(seconds), BsonDocument.class);
    } catch (MongoException failed) {
      String what =
          "change the period after which finished records of %s are removed to %s s"
              .formatted(records.getNamespace(), seconds);
      // FerretDB's answer where it cannot: nothing that passes
      throw failed.getCode() == DriverErrors.INTERNAL_ERROR
          ? errors.refused(what, failed)
          : errors.ofRead(what, failed);
    }
  }

  /** Returns whether there is a period, or once was. */
  boolean isSet() {
    return index().flatMap(Expiry::period).isPresent();
  }

  /** Returns how long finished records are kept; none if it is for ever. */
  Optional<Duration> period() {
    return index()
        .flatMap(Expiry::period)
        .filter(seconds -> seconds < Integer.MAX_VALUE)
        .map(Duration::ofSeconds);
  }

  private static Optional<Long> period(BsonDocument index) {
    return index.isNumber(EXPIRE_AFTER)
        ? Optional.of(index.getNumber(EXPIRE_AFTER).longValue())
        : Optional.empty();
  }

  /** The index on the field, whether it has a period or not. */
  private Optional<BsonDocument> index() {
    try {
      return Indexes.listed(records, KEYS);
    } catch (MongoException failed) {
      throw errors.ofRead("list the indexes of " + records.getNamespace(), failed);
    }
  }

  private BsonDocument collMod(long seconds) {
    return doc("collMod", records.getNamespace().getCollectionName())
        .append("index", doc("keyPattern", KEYS, EXPIRE_AFTER, int64(seconds)));
  }

  private String what() {
    return "remove finished records of " + records.getNamespace() + " after a time";
  }
}
