package io.twophase.adapter.mongo.setup;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.failure.DriverErrors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes for finding open transactions and accounts with holds. Each has those documents only:
 * finished records and accounts at rest cost nothing.
 *
 * <p>Neither index has a key that a hold changes, nor one entry per hold: an account enters the
 * index with its first hold and leaves it with its last.
 */
public final class Indexes {

  private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

  /**
   * The id, last, lets the index give the order that is asked for, whatever states are asked for.
   */
  private static final BsonDocument BY_STATE_AND_AGE =
      keys(Field.STATE, Field.LAST_MODIFIED, Field.ID);

  /** The status is there because a server takes an index on the id alone for the one it has. */
  private static final BsonDocument BY_ID = keys(Field.ID, Field.STATUS);

  private Indexes() {}

  /**
   * Creates what is missing. An index only makes finding faster, so a server that refuses one is
   * used without.
   */
  public static void ensure(
      MongoCollection<BsonDocument> accounts,
      MongoCollection<BsonDocument> transactions,
      DriverErrors errors) {
    IndexOptions open = new IndexOptions().partialFilterExpression(isOpen());
    if (!isCreated(transactions, BY_STATE_AND_AGE, open, errors)) {
      // before MongoDB 6.0 no such filter is known: there the index has the finished ones too
      isCreated(transactions, BY_STATE_AND_AGE, new IndexOptions(), errors);
    }
    isCreated(accounts, BY_ID, new IndexOptions().partialFilterExpression(isHeld()), errors);
  }

  /** Whether a release has been here, by the index that each makes as it opens a store. */
  static boolean hasAnyOfRecords(MongoCollection<BsonDocument> transactions) {
    for (BsonDocument index : transactions.listIndexes(BsonDocument.class)) {
      if (index.getDocument("key").keySet().equals(BY_STATE_AND_AGE.keySet())) {
        return true;
      }
    }
    return false;
  }

  /** The accounts that have a hold. */
  public static BsonDocument isHeld() {
    return new BsonDocument(
        Field.path(Field.PENDING, "0"), new BsonDocument("$exists", BsonBoolean.TRUE));
  }

  private static BsonDocument isOpen() {
    return new BsonDocument(Field.STATE, new BsonDocument("$in", new BsonArray(StateNames.open())));
  }

  private static boolean isCreated(
      MongoCollection<BsonDocument> collection,
      BsonDocument keys,
      IndexOptions options,
      DriverErrors errors) {
    try {
      collection.createIndex(keys, options);
      return true;
    } catch (MongoCommandException refused) {
      LOG.info(
          "{} makes no index {} of {}: {}",
          errors.store(),
          keys,
          collection.getNamespace(),
          refused.getErrorMessage());
      return false;
    } catch (MongoException failed) {
      throw errors.ofRead("create an index of " + collection.getNamespace(), failed);
    }
  }

  private static BsonDocument keys(String... fields) {
    BsonDocument keys = new BsonDocument();
    for (String field : fields) {
      keys.append(field, new BsonInt32(1));
    }
    return keys;
  }
}
