package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.domain.transaction.State;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes beside that of the ids: one of the open transactions; one of the batches that may
 * have left somebody out; one of the authorizations that wait for their captures; and, only if
 * asked for, one of the accounts that have holds, one of the finished records or of the reversals
 * among them, one of the batches that have ended, and one of receipts. An index is paid for by each
 * write that changes a key of it, so what is finished, and what only a sweep looks for, is in none.
 *
 * <p>No filter of a write says what the index of the open transactions is limited to. So a server
 * never plans a decision, or any other transition, over it: there is nothing but the id to go by.
 */
public final class Indexes {

  private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

  /** The id, last, lets the index give the order that is asked for, of each state. */
  private static final BsonDocument BY_STATE_AND_AGE =
      keys(Field.STATE, Field.LAST_MODIFIED, Field.ID);

  private static final BsonDocument OF_LEAVING_OUT =
      keys(Field.LEAVES_OUT, Field.LAST_MODIFIED, Field.ID);

  /** A capture names the id, and no transition names when it expires. */
  private static final BsonDocument BY_EXPIRY = keys(Field.EXPIRES_AT, Field.ID);

  /** With the id last, for the order in which they are removed. */
  private static final BsonDocument BY_END = keys(Field.FINISHED_AT, Field.ID);

  /** The last one makes it another index than that of a pass, and is never asked for. */
  private static final BsonDocument BY_END_OF_REVERSALS =
      keys(Field.FINISHED_AT, Field.ID, Field.REVERSES);

  /** A batch enters it when it ends, and no other record does. */
  private static final BsonDocument BY_END_OF_BATCHES = keys(Field.KIND, Field.ENDED_AT, Field.ID);

  private static final BsonDocument BY_END_OF_RECEIPTS = keys(Field.ENDED_AT, Field.ID);

  /** A record has either the first two or the last. */
  private static final List<String> OF_ACCOUNTS =
      List.of(Field.SOURCE, Field.DESTINATION, Field.path(Field.OPERATIONS, Field.ACCOUNT));

  /** In the order in which those of one reference are listed. */
  private static final BsonDocument BY_REFERENCE =
      doc(Field.REFERENCE, 1, Field.CREATED_AT, -1, Field.ID, 1);

  /** The status is there because a server takes an index on the id alone for the one it has. */
  private static final BsonDocument OF_HELD = keys(Field.ID, Field.STATUS);

  private final MongoCollection<BsonDocument> accounts;
  private final MongoCollection<BsonDocument> transactions;
  private final DriverErrors errors;

  /** Those of these collections. */
  public Indexes(
      MongoCollection<BsonDocument> accounts,
      MongoCollection<BsonDocument> transactions,
      DriverErrors errors) {
    this.accounts = accounts;
    this.transactions = transactions;
    this.errors = errors;
  }

  /**
   * Creates what is missing. An index only makes finding faster, so a server that refuses one is
   * used without.
   *
   * @param ofHeld whether the accounts that have holds get an index
   */
  public void ensure(boolean ofHeld) {
    IndexOptions open = new IndexOptions().partialFilterExpression(isOpen());
    if (!isCreated(transactions, BY_STATE_AND_AGE, open)) {
      // where no index can be of some documents only, it is of all
      isCreated(transactions, BY_STATE_AND_AGE, new IndexOptions());
    }
    // not of all where it cannot be of some: then these are found by the ids of batches
    isCreated(
        transactions, OF_LEAVING_OUT, new IndexOptions().partialFilterExpression(leavesOut()));
    isCreated(transactions, BY_EXPIRY, new IndexOptions().partialFilterExpression(isAuthorized()));
    if (ofHeld) {
      isCreated(accounts, OF_HELD, new IndexOptions().partialFilterExpression(isHeld()));
    }
  }

  /** Creates that of the finished records, for who removes them when they are old. */
  void ensureOfFinished() {
    isCreated(transactions, BY_END, new IndexOptions().partialFilterExpression(isFinished()));
  }

  /** The records of lone transactions that say when they were finished. */
  static BsonDocument isFinished() {
    return doc(Field.FINISHED_AT, exists());
  }

  /** Creates that of the finished reversals, where the server removes all other lone records. */
  void ensureOfReversals() {
    isCreated(
        transactions,
        BY_END_OF_REVERSALS,
        new IndexOptions().partialFilterExpression(isReversal(isFinished())));
  }

  /** Limits what is looked for to reversals. */
  public static BsonDocument isReversal(BsonDocument filter) {
    return filter.append(Field.REVERSES, exists());
  }

  /** Creates that of the batches that have ended, for who removes them when they are old. */
  void ensureOfBatches() {
    isCreated(
        transactions,
        BY_END_OF_BATCHES,
        new IndexOptions()
            .partialFilterExpression(doc(Field.KIND, Field.KIND_BATCH, Field.ENDED_AT, exists())));
  }

  /** Creates that of the receipts, for who removes them when they are old. */
  void ensureOfReceipts() {
    isCreated(
        transactions,
        BY_END_OF_RECEIPTS,
        new IndexOptions().partialFilterExpression(doc(Field.KIND, Field.KIND_RECEIPT)));
  }

  /** Creates what is missing of those that are asked for; where a server refuses one, none. */
  public void ensure(SearchIndexes wanted) {
    if (wanted.byReference()) {
      isCreated(
          transactions,
          BY_REFERENCE,
          new IndexOptions().partialFilterExpression(doc(Field.REFERENCE, exists())));
    }
    if (wanted.byAccount()) {
      for (String account : OF_ACCOUNTS) {
        isCreated(
            transactions,
            keys(account, Field.ID),
            new IndexOptions().partialFilterExpression(doc(account, exists())));
      }
    }
  }

  /**
   * Which of those for finding transactions are there.
   *
   * @throws io.twophase.ports.StoreException if the server does not permit to list indexes
   */
  public SearchIndexes search() {
    try {
      return new SearchIndexes(
          ListedIndexes.of(transactions, BY_REFERENCE).isDefined(),
          OF_ACCOUNTS.stream()
              .allMatch(
                  account -> ListedIndexes.of(transactions, keys(account, Field.ID)).isDefined()));
    } catch (MongoException failed) {
      throw errors.ofRead("list the indexes of " + transactions.getNamespace(), failed);
    }
  }

  /** The accounts that have a hold. */
  public static BsonDocument isHeld() {
    return doc(Field.path(Field.PENDING, "0"), exists());
  }

  /**
   * The records that were never closed, of lone transactions and of batches. Members of batches
   * have no state, and are none of them. Unlike a choice of states, every server takes this as the
   * limit of an index.
   */
  public static BsonDocument isOpen() {
    return isOpen(new BsonDocument());
  }

  /**
   * Those of them that are in some states.
   *
   * @param states the operator that chooses them
   */
  public static BsonDocument isOpen(BsonDocument states) {
    BsonDocument state = exists();
    state.putAll(states);
    return doc(Field.FINISHED_AT, BsonNull.VALUE)
        .append(Field.ENDED_AT, BsonNull.VALUE)
        .append(Field.STATE, state);
  }

  /** The batches that somebody whom they left out may still name. */
  public static BsonDocument leavesOut() {
    return doc(Field.LEAVES_OUT, true);
  }

  /** The authorizations that wait for their captures. */
  public static BsonDocument isAuthorized() {
    return doc(Field.STATE, StateNames.of(State.AUTHORIZED));
  }

  private boolean isCreated(
      MongoCollection<BsonDocument> collection, BsonDocument keys, IndexOptions options) {
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
