package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.driver.InSession;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs transactions of the server: on a snapshot of what a majority has, and acknowledged by a
 * majority.
 */
public record ServerTransactions(
    MongoClient client, MongoCollection<BsonDocument> scratch, TransactionOptions options) {

  private static final Logger LOG = LoggerFactory.getLogger(ServerTransactions.class);

  /**
   * The number of times that a commit without an answer is asked for again; the driver does so
   * once, too.
   */
  private static final int COMMITS = 2;

  private static final int WRITE_CONFLICT = 112;

  private static final BsonDocument NOTHING = doc("_id", doc("$in", new BsonArray()));

  /**
   * Those of {@code client}.
   *
   * @param scratch a collection to read nothing from
   */
  public ServerTransactions(
      MongoClient client, MongoCollection<BsonDocument> scratch, WriteConcern writeConcern) {
    this(
        client,
        scratch,
        TransactionOptions.builder()
            .readPreference(ReadPreference.primary())
            .readConcern(ReadConcern.SNAPSHOT)
            .writeConcern(writeConcern)
            .build());
  }

  /**
   * Those of a store, unless its server has none. That is tried where {@code hello} does not
   * exclude it, and where no trial of the same build has left its mark.
   *
   * @param client the one of the store
   * @param writeConcern what a commit waits for
   * @param database the one of the store, with its concerns
   */
  public static Optional<ServerTransactions> of(
      MongoClient client, WriteConcern writeConcern, Hello hello, MongoDatabase database) {
    ServerTransactions transactions =
        new ServerTransactions(
            client, database.getCollection(Probe.COLLECTION, BsonDocument.class), writeConcern);
    Optional<String> missing = TransactionTrial.missing(hello, database, transactions);
    missing.ifPresent(why -> LOG.info("transactions of the server are not used: {}", why));
    return missing.isEmpty() ? Optional.of(transactions) : Optional.empty();
  }

  /** The end of a transaction of the server. */
  public enum End {
    /** All of it is stored, and cannot be undone. */
    COMMITTED,
    /** Nothing of it is stored, nor will be: others were in the way, or the body wanted none. */
    ABORTED,
    /** Nothing of it is stored, nor will be: the server refused a command. */
    REFUSED,
    /** Nothing of it is stored, nor will be: the server did not answer, or not for the moment. */
    UNANSWERED,
    /** It may be stored, or may be yet. */
    IN_DOUBT
  }

  /**
   * A transaction that has ended.
   *
   * @param written what its body answered; nothing if it was not to be committed, or failed
   */
  public record Ended<T>(End end, Optional<T> written) {}

  /**
   * Runs {@code body} in a transaction, once. It is committed if the body answers something. If the
   * server refuses a command of it, then it is aborted.
   */
  public <T> Ended<T> run(Function<ClientSession, Optional<T>> body) {
    try (ClientSession session = client.startSession(ThreadLimit.session())) {
      session.startTransaction(options);
      return run(session, body);
    } catch (MongoException | IllegalStateException noSession) {
      LOG.debug("the server gives no session", noSession);
      return new Ended<>(unfinished(DriverErrors.of(noSession)), Optional.empty());
    }
  }

  private <T> Ended<T> run(ClientSession session, Function<ClientSession, Optional<T>> body) {
    Optional<T> written;
    try {
      written = body.apply(session);
    } catch (MongoException | InSession.FailedException | StoreException failed) {
      LOG.debug("a transaction of the server is given up", failed);
      abort(session);
      return new Ended<>(givenUp(failed), Optional.empty());
    } catch (RuntimeException | Error fault) {
      abort(session);
      throw fault;
    }
    if (written.isEmpty()) {
      abort(session);
      return new Ended<>(End.ABORTED, written);
    }
    End end = commit(session);
    if (end == End.IN_DOUBT) {
      fence(session);
    }
    return new Ended<>(end, written);
  }

  private static End givenUp(RuntimeException failed) {
    if (failed instanceof StoreUnavailableException) {
      return End.UNANSWERED;
    }
    Throwable cause = failed;
    while (cause != null && !(cause instanceof MongoException)) {
      cause = cause.getCause();
    }
    if (!(cause instanceof MongoException told)) {
      return End.REFUSED;
    }
    return isInTheWay(told) ? End.ABORTED : unfinished(told);
  }

  /**
   * A newer transaction of its session aborts one that is still open, as a server does: else it
   * would keep the documents that it has written from others, until its time is over.
   */
  private void fence(ClientSession session) {
    try {
      session.startTransaction(options);
      scratch.find(session, NOTHING).first();
    } catch (MongoException | IllegalStateException failed) {
      LOG.debug("a transaction in doubt may be open until its time is over", failed);
    } finally {
      abort(session);
    }
  }

  /**
   * A lost connection or server has the label too, and so may a server that opens no more
   * transactions: these say nothing of others. Some servers label no conflict.
   */
  private static boolean isInTheWay(MongoException failed) {
    boolean isConflict =
        failed.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
            && !(failed instanceof MongoSocketException)
            && !(failed instanceof MongoTimeoutException)
            && !isOneTooMany(failed);
    return isConflict
        || failed.getCode() == WRITE_CONFLICT
        || ErrorCategory.fromErrorCode(failed.getCode()) == ErrorCategory.DUPLICATE_KEY
        || isDuplicate(failed);
  }

  /** Returns the end that a failure is: a refusal, unless another time may bring an answer. */
  static End unfinished(MongoException failed) {
    boolean isPassing =
        DriverErrors.ofWrite(failed) == DriverErrors.Verdict.NOT_SENT
            || DriverErrors.isTransient(failed)
            || isOneTooMany(failed);
    return isPassing ? End.UNANSWERED : End.REFUSED;
  }

  /** MongoDB 9 has a limit of open ones. */
  private static boolean isOneTooMany(MongoException failed) {
    return failed instanceof MongoCommandException refused
        && refused.getErrorCodeName().equals("TooManyOpenTransactions");
  }

  private static boolean isDuplicate(MongoException failed) {
    return failed instanceof MongoBulkWriteException bulk
        && bulk.getWriteErrors().stream()
            .anyMatch(error -> error.getCategory() == ErrorCategory.DUPLICATE_KEY);
  }

  /** Aborts the transaction. If that fails, the server does it when its time is over. */
  private static void abort(ClientSession session) {
    try {
      session.abortTransaction();
    } catch (MongoException | IllegalStateException failed) {
      LOG.debug("a transaction of the server was not told to abort", failed);
    }
  }

  private static End commit(ClientSession session) {
    for (int left = COMMITS; left > 0; left--) {
      try {
        session.commitTransaction();
        return End.COMMITTED;
      } catch (MongoException | IllegalStateException thrown) {
        MongoException failed = DriverErrors.of(thrown);
        if (isAborted(failed)) {
          return End.ABORTED;
        }
        LOG.debug("a commit has no certain answer", failed);
        if (!failed.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL)) {
          return End.IN_DOUBT;
        }
      }
    }
    return End.IN_DOUBT;
  }

  /** Only a server can say so: the driver has the same label for connections that are lost. */
  private static boolean isAborted(MongoException failed) {
    return failed instanceof MongoCommandException
        && failed.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
        && !failed.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);
  }
}
