package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.bson;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records.SearchIndexes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes beside that of the ids. An index is paid for by each write that changes a key of it,
 * so what is finished, and what only a sweep looks for, is in none unless it is asked for.
 *
 * <p>No filter of a write says what the index of the open transactions is limited to. So a server
 * never plans a decision, or any other transition, over it: there is nothing but the id to go by.
 */
public record Indexes(Table table) {

  private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

  /** An index of those documents only that its filter matches. */
  private record Partial(BsonDocument filter, BsonDocument keys) {

    /** The keys in the order of these fields, from the least. */
    static Partial of(BsonDocument filter, String... fields) {
      Doc keys = doc();
      Stream.of(fields).forEach(field -> keys.with(field, 1));
      return new Partial(filter, keys);
    }
  }

  /** The id, last, lets the index give the order that is asked for, of each state. */
  private static final Partial OPEN =
      Partial.of(isOpen(), Field.STATE, Field.LAST_MODIFIED, Field.ID);

  /** The index of the batches that may have left somebody out. */
  private static final Partial LEAVING_OUT =
      Partial.of(leavesOut(), Field.LEAVES_OUT, Field.LAST_MODIFIED, Field.ID);

  /** A capture names the id, and no transition names when it expires. */
  private static final Partial AUTHORIZED = Partial.of(isAuthorized(), Field.EXPIRES_AT, Field.ID);

  /** With the id last, for the order in which a pass removes them. */
  private static final Partial FINISHED =
      Partial.of(doc(Field.FINISHED_AT, exists()), Field.FINISHED_AT, Field.ID);

  /** The last key makes it another index than that of a pass, and is never asked for. */
  private static final Partial REVERSALS =
      Partial.of(
          isReversal(FINISHED.filter().clone()), Field.FINISHED_AT, Field.ID, Field.REVERSES);

  /** A batch enters it when it ends, and no other record does. */
  private static final Partial ENDED_BATCHES =
      Partial.of(
          doc(Field.KIND, Field.KIND_BATCH, Field.ENDED_AT, exists()),
          Field.KIND,
          Field.ENDED_AT,
          Field.ID);

  private static final Partial RECEIPTS =
      Partial.of(doc(Field.KIND, Field.KIND_RECEIPT), Field.ENDED_AT, Field.ID);

  /** In the order in which those of one reference are listed. */
  private static final Partial REFERENCES =
      new Partial(
          doc(Field.REFERENCE, exists()),
          doc(Field.REFERENCE, 1, Field.CREATED_AT, -1, Field.ID, 1));

  /** A record has either both accounts of a transfer or operations. */
  private static final List<Partial> BY_ACCOUNT =
      Stream.of(Field.SOURCE, Field.DESTINATION, Docs.path(Field.OPERATIONS, Field.ACCOUNT))
          .map(field -> Partial.of(doc(field, exists()), field, Field.ID))
          .toList();

  /** The order in which actions of operators are listed. */
  public static final BsonDocument NEWEST_FIRST = doc(Field.CREATED_AT, -1, Field.ID, 1);

  private static final BsonDocument OF_SUBJECTS =
      doc(Field.SUBJECT, 1, Field.CREATED_AT, -1, Field.ID, 1);

  /** The status is there because a server takes an index on the id alone for the one it has. */
  private static final Partial HELD = Partial.of(isHeld(), Field.ID, Field.STATUS);

  /**
   * Creates what is missing of the open and the authorized records, and of those that are asked
   * for. An index only makes finding faster, so a server that refuses one is used without, and one
   * that takes longer for it than the caller or an operation may is used before it is there. The
   * adapter waits for no majority to confirm an index that is there: a server would wait for one,
   * and a store without its majority is opened for reads. An index that is missing waits for the
   * server's commit quorum.
   */
  public void ensure(SearchIndexes wanted) {
    if (!isCreated(OPEN)) {
      // where no index can be of some documents only, it is of all
      isCreated(OPEN.keys(), new IndexOptions());
    }
    // not of all where it cannot be of some: then these are found by the ids of batches
    isCreated(LEAVING_OUT);
    isCreated(AUTHORIZED);
    if (wanted.byReference()) {
      isCreated(REFERENCES);
    }
    if (wanted.byAccount()) {
      BY_ACCOUNT.forEach(this::isCreated);
    }
  }

  /** Creates that of the accounts that have holds, where the collection is that of the accounts. */
  public void ensureOfHeld() {
    isCreated(HELD);
  }

  /** Creates those by which actions are found, where the collection is that of the actions. */
  public void ensureOfActions() {
    isCreated(NEWEST_FIRST, new IndexOptions());
    isCreated(OF_SUBJECTS, new IndexOptions());
  }

  /** Creates those by which a pass finds what the server does not remove by its age. */
  void ensureOfReversals() {
    isCreated(REVERSALS);
    isCreated(ENDED_BATCHES);
  }

  /**
   * Creates those by which a pass finds what is old.
   *
   * @param receipts whether there is an age at which receipts are removed
   */
  void ensureOfEnded(boolean receipts) {
    isCreated(FINISHED);
    isCreated(ENDED_BATCHES);
    if (receipts) {
      isCreated(RECEIPTS);
    }
  }

  /**
   * Creates the index of the records that were decided after a time and have no number. A decision
   * puts its record in, whoever decides it, and its number takes it out again. The records of
   * batches are in it, not their members: a transfer in a batch costs no key.
   */
  public void createOfUnnumbered(Instant since) {
    isCreated(unnumbered(since));
  }

  /** The index of the decided records that have no number, which is there while events are on. */
  private static Partial unnumbered(Instant since) {
    return Partial.of(unnumberedSince(since), Field.DECIDED_AT, Field.ID);
  }

  /**
   * Drops it, if it is there.
   *
   * @throws io.twophase.ports.StoreException if the server does not permit it
   */
  public void dropOfUnnumbered() {
    listed(unnumbered(Instant.EPOCH).keys()).ifPresent(this::drop);
  }

  /**
   * Returns which of those for finding transactions are there.
   *
   * @throws io.twophase.ports.StoreException if the server does not permit to list indexes
   */
  public SearchIndexes search() {
    return new SearchIndexes(
        listed(REFERENCES.keys()).isPresent(),
        BY_ACCOUNT.stream().allMatch(one -> listed(one.keys()).isPresent()));
  }

  private boolean isCreated(Partial index) {
    return isCreated(index.keys(), new IndexOptions().partialFilterExpression(index.filter()));
  }

  private boolean isCreated(BsonDocument keys, IndexOptions options) {
    try {
      new Indexes(table.byPrimary()).create(keys, options).ifPresent(LOG::info);
      return true;
    } catch (MongoCommandException refused) {
      String store = errors().store();
      LOG.info("{} makes no index {}: {}", store, named(keys), refused.getMessage());
      // what may pass says nothing against the index: the next opening asks for it again
      return DriverErrors.isTransient(refused);
    } catch (MongoException failed) {
      throw errors().ofRead("create an index of " + table.namespace(), failed);
    }
  }

  /**
   * Creates an index, and waits for it as long as the caller may, and no longer than an operation
   * or the client's {@code timeoutMS} may take. No limit is told to the server, which would give
   * the index up when the limit ends. So the command of a client with {@code timeoutMS} has no
   * limit of its own, and each command has a thread of its own, which waits on.
   *
   * @return one line that says that the server goes on, if it has not answered
   * @throws MongoException if the command fails
   */
  Optional<String> create(BsonDocument keys, IndexOptions options) {
    MongoCollection<BsonDocument> collection = table.collection();
    Optional<Long> client =
        Optional.ofNullable(collection.getTimeout(MILLISECONDS)).filter(time -> time > 0);
    MongoCollection<BsonDocument> unlimited =
        client.map(time -> collection.withTimeout(0, MILLISECONDS)).orElse(collection);
    FutureTask<String> command = new FutureTask<>(() -> unlimited.createIndex(keys, options));
    long operation = ThreadLimit.millis(table.server().operationLimit());
    long limit = client.map(time -> Math.min(time, operation)).orElse(operation);
    Thread thread = new Thread(command, "twophase-index");
    thread.setDaemon(true);
    thread.start();
    try {
      command.get(limit, MILLISECONDS);
      return Optional.empty();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new MongoInterruptedException("interrupted while an index was made", stopped);
    } catch (ExecutionException failed) {
      MongoException error = DriverErrors.of((RuntimeException) requireNonNull(failed.getCause()));
      if (!(error instanceof MongoSocketReadTimeoutException)) {
        throw error;
      }
    } catch (TimeoutException late) {
      // the thread waits on
    }
    return Optional.of(
        ("%s goes on with createIndexes %s, and has not answered: a replica set ends it when every"
                + " voting member has the index")
            .formatted(errors().store(), named(keys)));
  }

  DriverErrors errors() {
    return table.server().errors();
  }

  private String named(BsonDocument keys) {
    return keys + " of " + table.namespace();
  }

  /** The records that were decided after a time and have no number. */
  public static BsonDocument unnumberedSince(Instant since) {
    return doc(Field.DECIDED_AT, doc("$gt", since), Field.NUMBERED, BsonNull.VALUE);
  }

  /** Limits what is looked for to reversals. */
  public static BsonDocument isReversal(BsonDocument filter) {
    return filter.append(Field.REVERSES, exists());
  }

  /** The accounts that have a hold. */
  public static BsonDocument isHeld() {
    return doc(Docs.path(Field.PENDING, "0"), exists());
  }

  /**
   * The records that were never closed, of lone transactions and of batches. Members of batches
   * have no state, and are none of them. Unlike a choice of states, every server takes this as the
   * limit of an index.
   */
  public static Doc isOpen() {
    return isOpen(doc());
  }

  /**
   * Those of them that are in some states.
   *
   * @param states the operator that chooses them
   */
  public static Doc isOpen(BsonDocument states) {
    return doc(Field.FINISHED_AT, BsonNull.VALUE, Field.ENDED_AT, BsonNull.VALUE)
        .with(Field.STATE, exists().with(states));
  }

  /** The batches that somebody whom they left out may still name. */
  public static Doc leavesOut() {
    return doc(Field.LEAVES_OUT, true);
  }

  /** The authorizations that wait for their captures. */
  public static Doc isAuthorized() {
    return doc(Field.STATE, StateNames.of(State.AUTHORIZED));
  }

  /**
   * The index of these keys, in this order, if there is one. Some servers tell the order of a key
   * as a floating-point number.
   *
   * @throws io.twophase.ports.StoreException if the server does not say
   */
  Optional<BsonDocument> listed(BsonDocument keys) {
    MongoCollection<BsonDocument> limited = ThreadLimit.on(table.collection());
    List<BsonDocument> all =
        errors()
            .call(
                "list the indexes of " + table.namespace(),
                () -> limited.listIndexes(BsonDocument.class).into(new ArrayList<>()));
    return all.stream().filter(index -> isOf(index.getDocument("key"), keys)).findFirst();
  }

  private static boolean isOf(BsonDocument listed, BsonDocument keys) {
    BsonDocument whole = listed.clone();
    whole.replaceAll(
        (field, order) -> order.isNumber() ? bson(order.asNumber().intValue()) : order);
    // equality is blind to the order of fields
    return whole.equals(keys) && List.copyOf(whole.keySet()).equals(List.copyOf(keys.keySet()));
  }

  /**
   * Drops an index as it is listed.
   *
   * @throws io.twophase.ports.StoreException if the server does not permit it
   */
  void drop(BsonDocument index) {
    errors()
        .call(
            "drop an index of " + table.namespace(),
            () -> ThreadLimit.on(table.collection()).dropIndex(name(index)));
  }

  /** The name of an index, by which it is dropped. */
  static String name(BsonDocument index) {
    return index.getString("name").getValue();
  }
}
