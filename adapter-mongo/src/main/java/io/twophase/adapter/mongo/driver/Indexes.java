package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index by which open transactions are found. It has the open ones only, so that finished ones
 * cost nothing; a server that knows no such index (before MongoDB 6.0) gets one of all.
 */
public final class Indexes {

  private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

  private static final int CANNOT_CREATE_INDEX = 67;

  private static final BsonDocument BY_STATE_AND_AGE =
      new BsonDocument(Field.STATE, new BsonInt32(1)).append(Field.LAST_MODIFIED, new BsonInt32(1));

  private Indexes() {}

  /**
   * Creates what is missing. An index only makes finding faster, so a server that refuses it is
   * used without.
   */
  public static void ensure(MongoCollection<BsonDocument> transactions, DriverErrors errors) {
    try {
      create(transactions);
    } catch (MongoCommandException refused) {
      LOG.info("{} goes without an index: {}", errors.store(), refused.getErrorMessage());
    } catch (MongoException failed) {
      throw errors.ofRead("create an index of " + transactions.getNamespace(), failed);
    }
  }

  private static void create(MongoCollection<BsonDocument> transactions) {
    try {
      transactions.createIndex(
          BY_STATE_AND_AGE, new IndexOptions().partialFilterExpression(isOpen()));
    } catch (MongoCommandException refused) {
      if (refused.getErrorCode() != CANNOT_CREATE_INDEX) {
        throw refused;
      }
      transactions.createIndex(BY_STATE_AND_AGE);
    }
  }

  private static BsonDocument isOpen() {
    return new BsonDocument(Field.STATE, new BsonDocument("$in", new BsonArray(StateNames.open())));
  }
}
