package io.twophase.adapter.mongo.driver;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.RefusedWriteException.TooLargeException;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Reply.Matches;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.value.Value;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A collection of a server. Each call of a write is one command, but where the server has no {@code
 * bulkWrite} of its own: there the driver sends updates, replacements and deletions that follow
 * each other in commands of their own. All throw {@link StoreUnavailableException} if nothing was
 * sent, and {@link StoreException} if the server refused a write for certain.
 */
public record Table(MongoCollection<BsonDocument> collection, Server server) {

  private static final Logger LOG = LoggerFactory.getLogger(Table.class);
  private static final List<Class<?>> KINDS =
      List.of(DeleteOneModel.class, ReplaceOneModel.class, UpdateOneModel.class);
  private static final BulkWriteOptions IN_ORDER = new BulkWriteOptions().ordered(true);
  private static final InsertManyOptions UP_TO_THE_FIRST_FAULT =
      new InsertManyOptions().ordered(true);
  private static final InsertManyOptions EACH_ON_ITS_OWN = new InsertManyOptions().ordered(false);

  /** Its reads, with the collection's read concern. */
  public Reads reads() {
    return new Reads(collection, server);
  }

  /**
   * Returns the same, acknowledged by the primary alone, and by its journal where that was asked
   * for. A failover may undo what it has acknowledged; and one that was deposed and does not know
   * it yet may say of a guard that it did not hold where it did.
   */
  public Table byPrimary() {
    Boolean journal = collection.getWriteConcern().getJournal();
    return new Table(
        collection.withWriteConcern(
            journal == null ? WriteConcern.W1 : WriteConcern.W1.withJournal(journal)),
        server);
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
  public Reply<Matches> update(List<? extends WriteModel<BsonDocument>> updates) {
    Optional<Reply<Matches>> told =
        server
            .bulkWrites()
            .map(cluster -> cluster.withWriteConcern(collection.getWriteConcern()))
            .flatMap(cluster -> new Sending(this, updates, List.of()).sentAlone(server, cluster));
    if (told.isPresent()) {
      return told.orElseThrow();
    }
    try {
      BulkWriteResult result =
          ThreadLimit.on(collection).bulkWrite(byKind(inOrder(updates)), IN_ORDER);
      return Reply.certain(Matches.inAll(result.getMatchedCount() + result.getDeletedCount()));
    } catch (MongoBulkWriteException answered) {
      for (BulkWriteError error : answered.getWriteErrors()) {
        requireDoubt("update", error, answered);
      }
      return inDoubt(what("update"), answered);
    } catch (BsonMaximumSizeExceededException tooLarge) {
      throw tooLarge("update", tooLarge);
    } catch (MongoException | IllegalStateException failed) {
      return failed(what("update"), failed);
    }
  }

  /** Sends one guarded update: whether the document matched that {@code filter} names. */
  public MatchOutcome update(BsonDocument filter, BsonDocument change) {
    return one(new UpdateOneModel<>(filter, change));
  }

  private MatchOutcome one(WriteModel<BsonDocument> write) {
    return update(List.of(write))
        .map(matched -> Matches.outcome(matched.total() > 0))
        .getOrElse(MatchOutcome.IN_DOUBT);
  }

  private static List<? extends WriteModel<BsonDocument>> inOrder(
      List<? extends WriteModel<BsonDocument>> updates) {
    List<WriteModel<BsonDocument>> ordered = new ArrayList<>(updates);
    ordered.sort(Comparator.comparing(Table::key));
    return ordered;
  }

  /** Returns the database and the name of the collection. */
  public MongoNamespace namespace() {
    return collection.getNamespace();
  }

  /** In as few commands as there are kinds: the driver begins another with each change of kind. */
  private static List<? extends WriteModel<BsonDocument>> byKind(
      List<? extends WriteModel<BsonDocument>> writes) {
    return writes.stream().allMatch(write -> write instanceof UpdateOneModel)
        ? writes
        : writes.stream()
            .sorted(Comparator.comparing(write -> KINDS.indexOf(write.getClass())))
            .toList();
  }

  /**
   * Sends one guarded update.
   *
   * @return the document as it left it, or none if the guard did not hold
   */
  public Reply<Optional<BsonDocument>> updateAndGet(UpdateOneModel<BsonDocument> update) {
    return answered(
        "update",
        () ->
            Optional.ofNullable(
                ThreadLimit.on(collection)
                    .findOneAndUpdate(
                        update.getFilter(),
                        Objects.requireNonNull(update.getUpdate()),
                        server.answeringWithTheDocument())));
  }

  /** The answer of a write, whatever it is; in doubt if the write may have been made. */
  private <T> Reply<T> answered(String verb, Supplier<T> write) {
    try {
      return Reply.certain(write.get());
    } catch (MongoException | IllegalStateException failed) {
      return failed(what(verb), failed);
    }
  }

  /**
   * By which a document's place in a command is known: writes go by the ids of their documents, and
   * those of one document as they were given. An engine that runs a command as one transaction
   * locks a document at its write and keeps the lock to the command's end; two commands that met
   * documents in opposite orders would then deadlock.
   */
  static String key(WriteModel<BsonDocument> write) {
    Bson filter =
        write instanceof ReplaceOneModel<BsonDocument> replacement
            ? replacement.getFilter()
            : write instanceof DeleteOneModel<BsonDocument> deletion
                ? deletion.getFilter()
                : ((UpdateOneModel<BsonDocument>) write).getFilter();
    return key(filter.toBsonDocument());
  }

  /** A place is known likewise by an insert's document, or by the filter of another write. */
  static String key(BsonDocument named) {
    BsonValue id = Objects.requireNonNull(named.get(Field.ID));
    if (id.isString()) {
      return id.asString().getValue();
    }
    // 5 and 5L are one document, and so on
    Value canonical = Values.decode(id).canonical();
    return canonical instanceof Value.Text text ? text.value() : canonical.exactText();
  }

  /**
   * Inserts documents, each on its own, in the order of their ids.
   *
   * @throws StoreException also if one is refused by a unique index that is not the one of {@code
   *     _id}, while its {@code _id} is free; others may be inserted then
   */
  public List<InsertOutcome> insert(List<BsonDocument> documents) {
    return insert(documents, true);
  }

  /**
   * Returns the same, but what another unique index refuses is also answered as taken: who is told
   * so has to look for the id and for the value.
   */
  public List<InsertOutcome> insertUnlessTaken(List<BsonDocument> documents) {
    return insert(documents, false);
  }

  /**
   * Inserts documents in the order in which they are given, up to the first whose id is taken. The
   * answer does not say which were inserted: a caller who wants to know reads them.
   *
   * @throws StoreException if one is refused for another reason than its id
   */
  public void insertUpToTaken(List<BsonDocument> documents) {
    try {
      ThreadLimit.on(collection).insertMany(documents, UP_TO_THE_FIRST_FAULT);
    } catch (MongoBulkWriteException answered) {
      for (BulkWriteError error : answered.getWriteErrors()) {
        if (error.getCode() != DriverErrors.DUPLICATE_KEY) {
          requireDoubt("insert", error, answered);
        }
      }
    } catch (MongoException | IllegalStateException failed) {
      failed(what("insert"), failed);
    }
  }

  private List<InsertOutcome> insert(List<BsonDocument> documents, boolean isOfIdOnly) {
    List<String> keys = documents.stream().map(Table::key).toList();
    List<Integer> order =
        IntStream.range(0, keys.size()).boxed().sorted(Comparator.comparing(keys::get)).toList();
    try {
      ThreadLimit.on(collection)
          .insertMany(order.stream().map(documents::get).toList(), EACH_ON_ITS_OWN);
      return Collections.nCopies(documents.size(), InsertOutcome.INSERTED);
    } catch (MongoBulkWriteException answered) {
      return inserted(documents, order, answered, isOfIdOnly);
    } catch (BsonMaximumSizeExceededException tooLarge) {
      throw tooLarge("insert", tooLarge);
    } catch (MongoException | IllegalStateException failed) {
      return this.<List<InsertOutcome>>failed(what("insert"), failed)
          .getOrElse(Collections.nCopies(documents.size(), InsertOutcome.IN_DOUBT));
    }
  }

  /**
   * Removes the one document that matches, if one does. {@code filter} must name an id.
   *
   * @return matched where it was removed by this call, not matched where there was none
   */
  public MatchOutcome remove(BsonDocument filter) {
    return one(new DeleteOneModel<>(filter));
  }

  /**
   * Removes all documents that match.
   *
   * @return matched where none is left, or in doubt
   */
  public MatchOutcome removeAll(BsonDocument filter) {
    return answered("remove", () -> ThreadLimit.on(collection).deleteMany(filter))
        .map(removed -> MatchOutcome.MATCHED)
        .getOrElse(MatchOutcome.IN_DOUBT);
  }

  private List<InsertOutcome> inserted(
      List<BsonDocument> documents,
      List<Integer> order,
      MongoBulkWriteException answered,
      boolean isOfIdOnly) {
    boolean durable = answered.getWriteConcernError() == null;
    if (!durable) {
      inDoubt(what("insert"), answered);
    }
    List<InsertOutcome> outcomes =
        new ArrayList<>(
            Collections.nCopies(
                documents.size(), durable ? InsertOutcome.INSERTED : InsertOutcome.IN_DOUBT));
    for (BulkWriteError error : answered.getWriteErrors()) {
      int place = order.get(error.getIndex());
      if (error.getCode() == DriverErrors.DUPLICATE_KEY) {
        if (isOfIdOnly) {
          requireOfId(documents.get(place), error, answered);
        }
        outcomes.set(place, InsertOutcome.KEY_TAKEN);
      } else {
        requireDoubt("insert", error, answered);
        outcomes.set(place, InsertOutcome.IN_DOUBT);
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
    if (!DriverErrors.isOfId(error.getMessage()) && !isThere(id)) {
      throw server.errors().refusedByIndex(what("insert"), id, error.getMessage(), answered);
    }
  }

  /** Reads with read concern "local": a majority may not have the document yet. */
  private boolean isThere(BsonValue id) {
    try {
      return ThreadLimit.on(collection)
              .withReadConcern(ReadConcern.LOCAL)
              .find(doc(Field.ID, id))
              .maxTime(server.operationLimit().toMillis(), TimeUnit.MILLISECONDS)
              .first()
          != null;
    } catch (MongoException | IllegalStateException unknown) {
      LOG.info(
          "cannot tell whether {} is in {}: {}", id, collection.getNamespace(), unknown.toString());
      return true;
    }
  }

  private String what(String verb) {
    return verb + " " + collection.getNamespace();
  }

  private void requireDoubt(String verb, BulkWriteError error, MongoException answered) {
    if (DriverErrors.ofCode(error.getCode()) == DriverErrors.Verdict.REFUSED) {
      throw refusal(what(verb), error.getCode(), error.getMessage(), answered);
    }
  }

  /** The exception for a write that was refused for certain. */
  RefusedWriteException refusal(String what, int code, String message, MongoException answered) {
    return refusal(code, server.errors().refused(what, code, message, answered));
  }

  private static RefusedWriteException refusal(int code, StoreException refused) {
    return DriverErrors.isTooLarge(code)
        ? new TooLargeException(refused)
        : new RefusedWriteException(refused);
  }

  TooLargeException tooLarge(String verb, BsonMaximumSizeExceededException found) {
    return new TooLargeException(server.errors().tooLarge(what(verb), found));
  }

  /**
   * In doubt, unless it is certain that nothing was done.
   *
   * @throws StoreUnavailableException if nothing was sent
   * @throws RefusedWriteException if the server refused the command
   * @throws StoreException if the driver refused it, as it does where the login is not accepted
   */
  <T> Reply<T> failed(String what, RuntimeException thrown) {
    MongoException failed = DriverErrors.of(thrown);
    return switch (DriverErrors.ofWrite(failed)) {
      case NOT_SENT -> throw server.errors().unavailable(failed);
      // the driver's own refusal, as of a login, says nothing of the write
      case REFUSED ->
          throw failed instanceof MongoClientException
              ? server.errors().refused(what, failed)
              : refusal(failed.getCode(), server.errors().refused(what, failed));
      case IN_DOUBT -> inDoubt(what, failed);
    };
  }

  /** The answer of a command of which nothing is certain. */
  <T> Reply<T> inDoubt(String what, MongoException failed) {
    LOG.info("in doubt: {}: {}: {}", server.errors().store(), what, failed.toString());
    return Reply.inDoubt();
  }
}
