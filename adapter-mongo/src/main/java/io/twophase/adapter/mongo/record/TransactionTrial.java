package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.anyOf;
import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.record.ServerTransactions.End;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.adapter.mongo.setup.Probe.ProbeMark;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries out, on scratch documents, whether a server has transactions: it is never believed.
 *
 * <ul>
 *   <li>Nobody else sees what an open one has written; nobody else writes the same; and nobody else
 *       can take an id that it has inserted. That is what resolves a commit without an answer.
 *   <li>One that is aborted leaves nothing.
 *   <li>One that is committed leaves all of it.
 *   <li>One does not write what was changed since it began.
 * </ul>
 *
 * <p>FerretDB 2, for one, takes the writes of a transaction one by one, shows them at once, and
 * keeps them after the abort.
 */
record TransactionTrial(
    MongoDatabase database,
    MongoCollection<BsonDocument> scratch,
    ServerTransactions transactions,
    BsonDocument there,
    BsonDocument added) {

  /** To be raised with every change of the trial. */
  private static final int VERSION = 2;

  /** The time for which the server may let a write wait for an open transaction. */
  private static final BsonInt32 WAIT_MILLIS = new BsonInt32(100);

  private static final Logger LOG = LoggerFactory.getLogger(TransactionTrial.class);
  private static final String UNANSWERED =
      "the trial was not answered, and is made again when the store is opened: ";
  private static final String TOUCHED = "touched";
  private static final BsonDocument TOUCH = doc("$set", doc(TOUCHED, true));
  private static final BsonDocument COUNT = doc("$inc", doc("count", 1));

  /** A record is inserted with a date of the server's. */
  private BsonDocument dated() {
    return added.clone().append(Field.DECIDED_AT, doc("$gt", Instant.EPOCH));
  }

  private static BsonDocument fresh() {
    return doc(Field.ID, new BsonObjectId(new ObjectId()));
  }

  /**
   * Why the server has no transactions; nothing if it has. It is tried where {@code hello} does not
   * exclude it, and no trial of the same build has left its mark in {@code database}.
   */
  static Optional<String> missing(
      Hello hello, MongoDatabase database, ServerTransactions transactions) {
    return excluded(hello).or(() -> tried(database, transactions));
  }

  /** Returns why a server is excluded by what it says of itself; none if it is not. */
  static Optional<String> excluded(Hello hello) {
    if (hello.isRouter()) {
      return Optional.of("on a sharded cluster a commit may show on one shard before another");
    }
    return !hello.isReplicaSetMember() || !hello.hasSessions()
        ? Optional.of("it is no member of a replica set that has sessions")
        : Optional.empty();
  }

  private static Optional<String> tried(MongoDatabase database, ServerTransactions transactions) {
    MongoCollection<BsonDocument> scratch =
        database.getCollection(Probe.COLLECTION, BsonDocument.class);
    TransactionTrial trial =
        new TransactionTrial(database, scratch, transactions, fresh(), fresh());
    try {
      ProbeMark mark = ProbeMark.of(database, scratch, "transactions", VERSION);
      if (mark.isSet()) {
        return Optional.empty();
      }
      Optional<String> fault = trial.run();
      if (fault.isEmpty()) {
        mark.set();
      }
      return fault;
    } catch (MongoException failed) {
      String why =
          ServerTransactions.unfinished(failed) == End.UNANSWERED
              ? UNANSWERED
              : "it refuses the trial: ";
      return Optional.of(why + failed.getMessage());
    }
  }

  private Optional<String> run() {
    try {
      scratch.insertOne(there.clone());
      return undone().or(this::kept).or(this::overtaken);
    } finally {
      clean();
    }
  }

  /** A trial without an answer proves nothing of the server, neither for it nor against it. */
  private <T> ServerTransactions.Ended<T> tried(Function<ClientSession, Optional<T>> body) {
    ServerTransactions.Ended<T> ended = transactions.run(body);
    if (ended.end() == End.UNANSWERED) {
      throw new MongoTimeoutException("a transaction of the trial");
    }
    return ended;
  }

  private Optional<String> undone() {
    ServerTransactions.Ended<String> undone = tried(this::faultBeside);
    return refused(undone)
        .or(undone::written)
        .or(
            () ->
                undone.end() != End.ABORTED || isSeen()
                    ? Optional.of("it keeps what an aborted transaction has written")
                    : Optional.empty());
  }

  /** Others were in no way, so it is the transaction itself that the server does not take. */
  private static Optional<String> refused(ServerTransactions.Ended<?> ended) {
    return ended.end() == End.REFUSED
        ? Optional.of("it refuses a command in a transaction on a snapshot")
        : Optional.empty();
  }

  /**
   * Returns the fault that an open transaction does not keep others out; none if it does, so that
   * it is undone.
   */
  private Optional<String> faultBeside(ClientSession open) {
    if (!write(open) || isSeen()) {
      return Optional.of("it shows what a transaction writes before its commit");
    }
    if (isWrittenByAnother()) {
      return Optional.of("it lets two transactions write one document at a time");
    }
    return isTakenMeanwhile()
        ? Optional.of("it gives away an _id that an open transaction has inserted")
        : Optional.empty();
  }

  private boolean isWrittenByAnother() {
    return tried(another -> touch(another) ? Optional.of(true) : Optional.empty()).end()
        == End.COMMITTED;
  }

  private boolean isTakenMeanwhile() {
    BsonDocument insert =
        doc("insert", scratch.getNamespace().getCollectionName())
            .append("documents", new BsonArray(List.of(added)))
            .append("maxTimeMS", WAIT_MILLIS);
    try {
      return database.runCommand(insert, BsonDocument.class).getNumber("n").intValue() > 0;
    } catch (MongoNotPrimaryException | MongoNodeIsRecoveringException unanswered) {
      throw unanswered;
    } catch (MongoCommandException | MongoExecutionTimeoutException refused) {
      return false;
    }
  }

  private Optional<String> kept() {
    ServerTransactions.Ended<Boolean> kept = tried(session -> Optional.of(write(session)));
    return kept.end() != End.COMMITTED || !isWhole()
        ? Optional.of("a transaction that is committed is not kept whole")
        : Optional.empty();
  }

  private Optional<String> overtaken() {
    ServerTransactions.Ended<Boolean> overtaken =
        tried(
            session -> {
              scratch.find(session, there).first();
              scratch.updateOne(there, COUNT);
              return scratch.updateOne(session, there, COUNT).getMatchedCount() == 1
                  ? Optional.of(true)
                  : Optional.empty();
            });
    return refused(overtaken)
        .or(
            () ->
                overtaken.end() == End.COMMITTED
                    ? Optional.of("it lets a transaction write what was changed since it began")
                    : Optional.empty());
  }

  private boolean write(ClientSession session) {
    DatedInsert.into(scratch, session, added.clone().append(Field.DECIDED_AT, BsonNull.VALUE));
    return scratch.find(session, dated()).first() != null && touch(session);
  }

  private boolean touch(ClientSession session) {
    return scratch.updateOne(session, there, TOUCH).getMatchedCount() == 1;
  }

  private boolean isSeen() {
    return scratch.find(added).first() != null || isTouched();
  }

  private boolean isWhole() {
    return scratch.find(dated()).first() != null && isTouched();
  }

  private boolean isTouched() {
    return scratch.find(there.clone().append(TOUCHED, BsonBoolean.TRUE)).first() != null;
  }

  private void clean() {
    try {
      scratch.deleteMany(anyOf(there, added));
    } catch (MongoException failed) {
      LOG.info("{} keeps scratch documents of a trial", scratch.getNamespace(), failed);
    }
  }

  /**
   * The insert of a record that begins and ends at one moment. The server dates its decision and
   * its end: after the transaction has read what it decides by, so later than whatever that depends
   * on.
   */
  public static final class DatedInsert {

    /** In this order, since some servers date one field after the other. */
    private static final List<String> DATED =
        List.of(Field.DECIDED_AT, Field.FINISHED_AT, Field.ENDED_AT, Field.LAST_MODIFIED);

    /** No document has such a version: so the update inserts one, or finds the id taken. */
    private static final BsonDocument NEVER = doc("$lt", 0);

    private static final FindOneAndUpdateOptions INSERTING =
        new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

    private DatedInsert() {}

    /**
     * Inserts a record within a transaction, and answers it as it is stored.
     *
     * @throws com.mongodb.MongoException if its id is taken
     */
    public static BsonDocument into(
        MongoCollection<BsonDocument> records, ClientSession session, BsonDocument record) {
      BsonDocument fields = record.clone();
      BsonDocument filter =
          new BsonDocument(Field.ID, fields.remove(Field.ID)).append(Field.VERSION, NEVER);
      BsonDocument dates = new BsonDocument();
      DATED.stream()
          .filter(date -> fields.remove(date) != null)
          .forEach(date -> dates.append(date, BsonBoolean.TRUE));
      return Objects.requireNonNull(
          records.findOneAndUpdate(
              session, filter, doc("$setOnInsert", fields, "$currentDate", dates), INSERTING));
    }
  }
}
