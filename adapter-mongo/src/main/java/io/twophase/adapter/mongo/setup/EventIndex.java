package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.DriverErrors;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of the decided records that have no number, which is there while events are on. A
 * decision puts its record in, whoever decides it, and its number takes it out again. The records
 * of batches are in it, not their members: a transfer in a batch costs no key.
 */
public final class EventIndex {

  private static final Logger LOG = LoggerFactory.getLogger(EventIndex.class);

  private static final BsonDocument KEYS = doc(Field.DECIDED_AT, 1, Field.ID, 1);

  private final MongoCollection<BsonDocument> records;
  private final DriverErrors errors;

  /** Of {@code records}. */
  public EventIndex(MongoCollection<BsonDocument> records, DriverErrors errors) {
    this.records = records;
    this.errors = errors;
  }

  /** The records that were decided after a time and have no number. */
  public static BsonDocument unnumberedSince(Instant since) {
    return doc(Field.DECIDED_AT, doc("$gt", since), Field.NUMBERED, BsonNull.VALUE);
  }

  /**
   * Creates it, of records that were decided after a time. It only makes finding faster, so a
   * server that refuses it is used without.
   */
  public void create(Instant since) {
    try {
      records.createIndex(KEYS, new IndexOptions().partialFilterExpression(unnumberedSince(since)));
    } catch (MongoCommandException refused) {
      LOG.info(
          "{} makes no index {} of {}: {}",
          errors.store(),
          KEYS,
          records.getNamespace(),
          refused.getErrorMessage());
    } catch (MongoException failed) {
      throw errors.ofRead("create an index of " + records.getNamespace(), failed);
    }
  }

  /**
   * Drops it, if it is there.
   *
   * @throws io.twophase.ports.StoreException if the server does not permit it
   */
  public void drop() {
    try {
      ListedIndexes.of(records, KEYS)
          .forEach(index -> records.dropIndex(ListedIndexes.name(index)));
    } catch (MongoException failed) {
      throw errors.ofRead("drop an index of " + records.getNamespace(), failed);
    }
  }
}
