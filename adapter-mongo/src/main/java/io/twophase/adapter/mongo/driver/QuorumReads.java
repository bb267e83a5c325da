package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.twophase.adapter.mongo.bson.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ThreadLimit;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document by a write to it that a majority must confirm, as MongoDB's manual has it
 * ("Perform Quorum Reads on Replica Sets"): a primary that has been cut off cannot answer one. What
 * is written is the number of such reads, in a field that nothing else reads.
 */
public final class QuorumReads {

  private static final Duration WAIT = Duration.ofSeconds(5);

  private static final BsonDocument COUNTED =
      new BsonDocument("$inc", new BsonDocument(Field.QUORUM_READS, new BsonInt64(1)));

  private final MongoCollection<BsonDocument> collection;
  private final DriverErrors errors;
  private final Duration limit;

  /** Reads {@code collection}, which is on {@code server}. */
  public QuorumReads(MongoCollection<BsonDocument> collection, Server server) {
    this.collection = collection.withWriteConcern(majority(collection.getWriteConcern()));
    this.errors = server.errors();
    this.limit = server.operationLimit();
  }

  private static WriteConcern majority(WriteConcern given) {
    @Nullable Boolean journal = given.getJournal();
    WriteConcern majority =
        WriteConcern.MAJORITY.withWTimeout(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    return journal == null ? majority : majority.withJournal(journal);
  }

  /**
   * The document of this id, if there is one.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws StoreException if no majority has confirmed it in time
   */
  public Option<BsonDocument> byId(String id) {
    return byId(new BsonString(id));
  }

  /** The same of an id of any type. */
  public Option<BsonDocument> byId(BsonValue id) {
    String what = "read " + collection.getNamespace();
    try {
      return Option.of(
          ThreadLimit.on(collection)
              .findOneAndUpdate(
                  new BsonDocument(Field.ID, id),
                  COUNTED,
                  new FindOneAndUpdateOptions()
                      .returnDocument(ReturnDocument.AFTER)
                      .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS)));
    } catch (MongoWriteConcernException unconfirmed) {
      throw errors.unconfirmed(
          "the latest state of '" + BsonText.ofId(id) + "' in " + collection.getNamespace(),
          WAIT,
          unconfirmed);
    } catch (MongoException failed) {
      throw errors.ofRead(what, failed);
    }
  }
}
