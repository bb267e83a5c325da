package io.twophase.adapter.mongo.driver;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.twophase.adapter.mongo.failure.DuplicateKey;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.ClientBulkWrites;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ThreadLimit;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes to one collection. Each call is one command, but where the server has no {@code
 * bulkWrite} of its own: there the driver sends updates, replacements and deletions that follow
 * each other in commands of their own. All throw {@link StoreUnavailableException} if nothing was
 * sent, and {@link StoreException} if the server refused a write for certain.
 */
public final class Writes {

  private static final Logger LOG = LoggerFactory.getLogger(Writes.class);
  private static final BulkWriteOptions IN_ORDER = new BulkWriteOptions().ordered(true);
  private static final InsertManyOptions UP_TO_THE_FIRST_FAULT =
      new InsertManyOptions().ordered(true);
  private static final InsertManyOptions EACH_ON_ITS_OWN = new InsertManyOptions().ordered(false);

  private final MongoCollection<BsonDocument> collection;
  private final DriverErrors errors;
  private final WriteFailures failures;
  private final Duration limit;
  private final ClientBulkWrites clientBulkWrites;

  /** Writes to {@code collection}, which is on {@code server}, with the collection's concern. */
  public Writes(MongoCollection<BsonDocument> collection, Server server) {
    this(collection, server.errors(), server.operationLimit(), server.bulkWrites());
  }

  private Writes(
      MongoCollection<BsonDocument> collection,
      DriverErrors errors,
      Duration limit,
      ClientBulkWrites clientBulkWrites) {
    this.collection = collection;
    this.errors = errors;
    this.failures = new WriteFailures(errors);
    this.limit = limit;
    this.clientBulkWrites = clientBulkWrites;
  }

  /**
   * The same, acknowledged by the primary alone, and by its journal where that was asked for. A
   * failover may undo what it has acknowledged; and one that was deposed and does not know it yet
   * may say of a guard that it did not hold where it did.
   */
  public Writes byPrimary() {
    Boolean journal = collection.getWriteConcern().getJournal();
    return new Writes(
        collection.withWriteConcern(
            journal == null ? WriteConcern.W1 : WriteConcern.W1.withJournal(journal)),
        errors,
        limit,
        clientBulkWrites);
  }

  /**
   * Sends guarded updates, replacements and deletions, each of the one document whose {@code _id}
   * its filter names. They go in the order of these ids; those of one document take effect as
   * given.
   *
   * <p>Before MongoDB 8 deletions, replacements and updates are commands of their own: all
   * deletions go first then, and all replacements before all updates, those of one document too.
   *
   * @return what they matched; in doubt if any is
   * @throws RefusedWriteException if one is refused for certain; a {@link TooLargeException} if it
   *     makes a document too large, or is too large itself
   */
  public Answer<Matches> update(List<? extends WriteModel<BsonDocument>> updates) {
    IdOrder order = IdOrder.of(updates.stream().map(Writes::filter).toList());
    List<? extends WriteModel<BsonDocument>> sent = order.sent(updates);
    try {
      return Answer.certain(send(sent).givenIn(order));
    } catch (MongoBulkWriteException answered) {
      for (BulkWriteError error : answered.getWriteErrors()) {
        failures.requireDoubt(what("update"), error.getCode(), error.getMessage(), answered);
      }
      return failures.inDoubt(what("update"), answered);
    } catch (ClientBulkWriteException answered) {
      for (WriteError error : answered.getWriteErrors().values()) {
        failures.requireDoubt(what("update"), error.getCode(), error.getMessage(), answered);
      }
      Option<MongoException> cause = Option.of(answered.getCause());
      boolean answeredAny = cause.isEmpty() || answered.getPartialResult().isPresent();
      return answeredAny
          ? failures.inDoubt(what("update"), answered)
          : failures.failed(what("update"), cause.get());
    } catch (BsonMaximumSizeExceededException tooLarge) {
      throw new TooLargeException(errors.tooLarge(what("update"), tooLarge));
    } catch (MongoException failed) {
      return failures.failed(what("update"), failed);
    }
  }

  /** Where they go. */
  public MongoNamespace namespace() {
    return collection.getNamespace();
  }

  /** By the server's {@code bulkWrite}; or by the collection's, where that has been refused. */
  private Matches send(List<? extends WriteModel<BsonDocument>> updates) {
    Option<MongoCluster> cluster = clientBulkWrites.cluster();
    if (cluster.isDefined()) {
      try {
        return ClientBulk.update(
            cluster.get().withWriteConcern(collection.getWriteConcern()),
            collection.getNamespace(),
            updates);
      } catch (MongoException refused) {
        if (!DriverErrors.lacksCommand(refused)) {
          throw refused;
        }
        clientBulkWrites.end(refused);
      }
    }
    BulkWriteResult result = ThreadLimit.on(collection).bulkWrite(byKind(updates), IN_ORDER);
    return Matches.inAll(result.getMatchedCount() + result.getDeletedCount());
  }

  /** In as few commands as there are kinds: the driver begins another with each change of kind. */
  private static List<? extends WriteModel<BsonDocument>> byKind(
      List<? extends WriteModel<BsonDocument>> writes) {
    return writes.stream().allMatch(write -> write instanceof UpdateOneModel)
        ? writes
        : writes.stream().sorted(Comparator.comparing(Writes::kind)).toList();
  }

  private static int kind(WriteModel<BsonDocument> write) {
    if (write instanceof DeleteOneModel) {
      return 0;
    }
    return write instanceof ReplaceOneModel ? 1 : 2;
  }

  /**
   * Sends one guarded update.
   *
   * @return the document as it left it, or none if the guard did not hold
   */
  public Answer<Option<BsonDocument>> updateAndGet(UpdateOneModel<BsonDocument> update) {
    try {
      return Answer.certain(
          Option.of(
              ThreadLimit.on(collection)
                  .findOneAndUpdate(
                      update.getFilter(),
                      Objects.requireNonNull(update.getUpdate()),
                      new FindOneAndUpdateOptions()
                          .returnDocument(ReturnDocument.AFTER)
                          .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS))));
    } catch (MongoException failed) {
      return failures.failed(what("update"), failed);
    }
  }

  /** The filter of an update, a replacement or a deletion. */
  public static BsonDocument filter(WriteModel<BsonDocument> write) {
    if (write instanceof ReplaceOneModel<BsonDocument> replacement) {
      return replacement.getFilter().toBsonDocument();
    }
    return (write instanceof DeleteOneModel<BsonDocument> deletion
            ? deletion.getFilter()
            : ((UpdateOneModel<BsonDocument>) write).getFilter())
        .toBsonDocument();
  }

  /**
   * Inserts documents, each on its own, in the order of their ids.
   *
   * @throws StoreException also if one is refused by a unique index that is not the one of {@code
   *     _id}, while its {@code _id} is free; others may be inserted then
   */
  public List<InsertOutcome> insert(List<BsonDocument> documents) {
    return insert(documents, this::requireOfId);
  }

  /**
   * The same, but what another unique index refuses is also answered as taken: who is told so has
   * to look for the id and for the value.
   */
  public List<InsertOutcome> insertUnlessTaken(List<BsonDocument> documents) {
    return insert(documents, (document, error, answered) -> {});
  }

  /**
   * Inserts documents in the order in which they are given, up to the first whose id is taken. What
   * was inserted is not answered: who wants to know reads it.
   *
   * @throws StoreException if one is refused for another reason than its id
   */
  public void insertUpToTaken(List<BsonDocument> documents) {
    try {
      ThreadLimit.on(collection).insertMany(documents, UP_TO_THE_FIRST_FAULT);
    } catch (MongoBulkWriteException answered) {
      for (BulkWriteError error : answered.getWriteErrors()) {
        if (error.getCode() != DriverErrors.DUPLICATE_KEY) {
          failures.requireDoubt(what("insert"), error.getCode(), error.getMessage(), answered);
        }
      }
    } catch (MongoException failed) {
      failures.failed(what("insert"), failed);
    }
  }

  /** What is done about a key that is taken, before it is told. */
  private interface KeyTaken {
    void check(BsonDocument document, BulkWriteError error, MongoException answered);
  }

  private List<InsertOutcome> insert(List<BsonDocument> documents, KeyTaken keyTaken) {
    IdOrder order = IdOrder.of(documents);
    List<? extends BsonDocument> sent = order.sent(documents);
    try {
      ThreadLimit.on(collection).insertMany(sent, EACH_ON_ITS_OWN);
      return Batches.all(documents, InsertOutcome.INSERTED);
    } catch (MongoBulkWriteException answered) {
      return order.given(inserted(sent, answered, keyTaken));
    } catch (BsonMaximumSizeExceededException tooLarge) {
      throw new TooLargeException(errors.tooLarge(what("insert"), tooLarge));
    } catch (MongoException failed) {
      failures.failed(what("insert"), failed);
      return Batches.all(documents, InsertOutcome.IN_DOUBT);
    }
  }

  /**
   * Removes the one document that matches, if one does. {@code filter} must name an id.
   *
   * @return matched where it was removed by this call, not matched where there was none
   */
  public MatchOutcome remove(BsonDocument filter) {
    try {
      return Matches.outcome(ThreadLimit.on(collection).deleteOne(filter).getDeletedCount() > 0);
    } catch (MongoException failed) {
      failures.failed(what("remove"), failed);
      return MatchOutcome.IN_DOUBT;
    }
  }

  /**
   * Removes all documents that match.
   *
   * @return matched where none is left, or in doubt
   */
  public MatchOutcome removeAll(BsonDocument filter) {
    try {
      collection.deleteMany(filter);
      return MatchOutcome.MATCHED;
    } catch (MongoException failed) {
      failures.failed(what("remove"), failed);
      return MatchOutcome.IN_DOUBT;
    }
  }

  private List<InsertOutcome> inserted(
      List<? extends BsonDocument> documents, MongoBulkWriteException answered, KeyTaken keyTaken) {
    boolean durable = answered.getWriteConcernError() == null;
    if (!durable) {
      failures.inDoubt(what("insert"), answered);
    }
    List<InsertOutcome> outcomes =
        new ArrayList<>(
            Batches.all(documents, durable ? InsertOutcome.INSERTED : InsertOutcome.IN_DOUBT));
    for (BulkWriteError error : answered.getWriteErrors()) {
      if (error.getCode() == DriverErrors.DUPLICATE_KEY) {
        keyTaken.check(documents.get(error.getIndex()), error, answered);
        outcomes.set(error.getIndex(), InsertOutcome.KEY_TAKEN);
      } else {
        failures.requireDoubt(what("insert"), error.getCode(), error.getMessage(), answered);
        outcomes.set(error.getIndex(), InsertOutcome.IN_DOUBT);
      }
    }
    return outcomes;
  }

  /**
   * A caller who is told that an id is taken then reads the document with that id, so there must be
   * one. If the server does not say that the duplicate key was the id, the document is read here.
   */
  private void requireOfId(BsonDocument document, BulkWriteError error, MongoException answered) {
    BsonValue id = Objects.requireNonNull(document.get(Field.ID));
    if (!DuplicateKey.isOfId(error.getMessage()) && !isThere(id)) {
      throw errors.refusedByIndex(what("insert"), id, error.getMessage(), answered);
    }
  }

  /** Reads with read concern "local": a majority may not have the document yet. */
  private boolean isThere(BsonValue id) {
    try {
      return ThreadLimit.on(collection)
              .withReadConcern(ReadConcern.LOCAL)
              .find(new BsonDocument(Field.ID, id))
              .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS)
              .first()
          != null;
    } catch (MongoException unknown) {
      LOG.info(
          "cannot tell whether {} is in {}: {}", id, collection.getNamespace(), unknown.toString());
      return true;
    }
  }

  private String what(String verb) {
    return verb + " " + collection.getNamespace();
  }
}
