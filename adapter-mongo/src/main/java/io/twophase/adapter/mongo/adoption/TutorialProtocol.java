package io.twophase.adapter.mongo.adoption;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;
import static io.twophase.adapter.mongo.document.Fields.WholeNumber.isSame;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.twophase.adapter.mongo.document.Field;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The protocol of MongoDB's tutorial "Perform Two Phase Commits", as published: each write by
 * itself, for whoever wants to stop between two of them. It does not touch an adopted account.
 *
 * <p><b>It is unsound. Do not use it for money.</b>
 *
 * <ul>
 *   <li>A worker that is slow, not dead, applies again after another has recovered and finished the
 *       transaction: the marks that would have stopped it are gone. That makes money.
 *   <li>Nobody checks how many documents a write matched. A destination that does not exist
 *       destroys the amount, and the transaction ends as done all the same.
 *   <li>Nothing guards the balance: it may fall below zero. A credit that is spent before it is
 *       canceled leaves such a balance, too.
 *   <li>A transfer to oneself loses the amount: the mark of the debit stops the credit.
 * </ul>
 *
 * <p>Faults of the server are the driver's exceptions. Thread-safe as far as the protocol is.
 */
public record TutorialProtocol(
    MongoCollection<BsonDocument> accounts, MongoCollection<BsonDocument> transactions) {

  private static final String INITIAL = "initial";
  private static final String PENDING = "pending";
  private static final String APPLIED = "applied";
  private static final String DONE = "done";
  private static final String CANCELING = "canceling";
  private static final String CANCELED = "canceled";

  /** On two collections of a database. */
  public static TutorialProtocol using(
      MongoDatabase database, String accounts, String transactions) {
    return new TutorialProtocol(
        database.getCollection(accounts, BsonDocument.class),
        database.getCollection(transactions, BsonDocument.class));
  }

  /** Inserts an account. */
  public void openAccount(String id, long balance) {
    accounts.insertOne(
        doc(Field.ID, id, Field.BALANCE, int64(balance), Field.PENDING, new BsonArray()));
  }

  /** Inserts a transaction: initial. */
  public void submit(TutorialTransfer transfer) {
    transactions.insertOne(
        doc(Field.ID, transfer.id())
            .append(Field.SOURCE, transfer.source())
            .append(Field.DESTINATION, transfer.destination())
            .append(Field.VALUE, transfer.value())
            .append(Field.STATE, new BsonString(INITIAL))
            .append(Field.LAST_MODIFIED, new BsonDateTime(System.currentTimeMillis())));
  }

  /** Initial to pending, of some transaction that no application has: that one, if there is one. */
  public Optional<TutorialTransfer> claim(String application) {
    return claim(state(INITIAL), application);
  }

  /**
   * Initial to pending, of one transaction, unless an application has it: the same command, which
   * finds it by its id and so does not read past those that are finished.
   */
  public Optional<TutorialTransfer> claim(TutorialTransfer transfer, String application) {
    return claim(state(INITIAL).append(Field.ID, transfer.id()), application);
  }

  private Optional<TutorialTransfer> claim(BsonDocument wanted, String application) {
    return Optional.ofNullable(
            transactions.findOneAndUpdate(
                wanted.append(Field.APPLICATION, doc("$exists", BsonBoolean.FALSE)),
                moved(doc(Field.APPLICATION, application), PENDING),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)))
        .map(TutorialTransfer::of);
  }

  /** Takes the amount from the source, and marks it there, unless the mark is there. */
  public void applyToSource(TutorialTransfer transfer) {
    apply(transfer, transfer.source(), transfer.negated());
  }

  /** Gives the amount to the destination, and marks it there, unless the mark is there. */
  public void applyToDestination(TutorialTransfer transfer) {
    apply(transfer, transfer.destination(), transfer.value());
  }

  /** Pending to applied. */
  public void markApplied(TutorialTransfer transfer) {
    move(transfer, PENDING, APPLIED);
  }

  /** Removes the mark from the source. */
  public void pullFromSource(TutorialTransfer transfer) {
    pull(transfer, transfer.source());
  }

  /** Removes the mark from the destination. */
  public void pullFromDestination(TutorialTransfer transfer) {
    pull(transfer, transfer.destination());
  }

  /** Removes the mark from one of both. */
  void pull(TutorialTransfer transfer, BsonValue account) {
    accounts.updateOne(marked(transfer, account), unmarking(transfer));
  }

  /** Applied to done. */
  public void markDone(TutorialTransfer transfer) {
    move(transfer, APPLIED, DONE);
  }

  /** Some transaction that is pending and unmodified since {@code before}. */
  public Optional<TutorialTransfer> findPending(Instant before) {
    BsonDocument old = doc("$lt", new BsonDateTime(before.toEpochMilli()));
    return Optional.ofNullable(
            transactions.find(state(PENDING).append(Field.LAST_MODIFIED, old)).first())
        .map(TutorialTransfer::of);
  }

  /**
   * All that comes after the claim: recovery of a pending transaction applies again, and so on to
   * the end.
   */
  public void run(TutorialTransfer transfer) {
    applyToSource(transfer);
    applyToDestination(transfer);
    markApplied(transfer);
    recoverApplied(transfer);
  }

  /** Goes on with an applied transaction: removes the marks, and ends it. */
  public void recoverApplied(TutorialTransfer transfer) {
    end(transfer, APPLIED);
  }

  /** The state is committed in older editions of the tutorial. */
  void end(TutorialTransfer applied, String state) {
    pullFromSource(applied);
    pullFromDestination(applied);
    move(applied, state, DONE);
  }

  /** Moves the amount back on one of two different accounts, with the mark, where the mark is. */
  void undo(TutorialTransfer transfer, BsonValue account) {
    BsonNumber change = transfer.isFrom(account) ? transfer.value() : transfer.negated();
    accounts.updateOne(
        marked(transfer, account), unmarking(transfer).append("$inc", doc(Field.BALANCE, change)));
  }

  /** Takes a pending transaction back. */
  void cancel(TutorialTransfer transfer) {
    move(transfer, PENDING, CANCELING);
    undo(transfer, transfer.destination());
    undo(transfer, transfer.source());
    move(transfer, CANCELING, CANCELED);
  }

  private void apply(TutorialTransfer transfer, BsonValue account, BsonValue change) {
    accounts.updateOne(
        doc(Field.ID, account)
            .append(Field.PENDING, doc("$ne", transfer.id()))
            .append(Field.VERSION, doc("$exists", BsonBoolean.FALSE)),
        doc("$inc", doc(Field.BALANCE, change)).append("$push", doc(Field.PENDING, transfer.id())));
  }

  private void move(TutorialTransfer transfer, String from, String to) {
    transactions.updateOne(
        state(from).append(Field.ID, transfer.id()), moved(new BsonDocument(), to));
  }

  private static BsonDocument state(String state) {
    return doc(Field.STATE, state);
  }

  private static BsonDocument moved(BsonDocument also, String to) {
    return doc("$set", also.append(Field.STATE, new BsonString(to)))
        .append("$currentDate", doc(Field.LAST_MODIFIED, BsonBoolean.TRUE));
  }

  private static BsonDocument marked(TutorialTransfer transfer, BsonValue account) {
    return doc(Field.ID, account).append(Field.PENDING, transfer.id());
  }

  private static BsonDocument unmarking(TutorialTransfer transfer) {
    return doc("$pull", doc(Field.PENDING, transfer.id()));
  }

  /**
   * The transfer of a transaction of the tutorial. Ids and amounts are of whatever type the
   * documents have them: the tutorial's are numbers and texts, and a shell's amounts are doubles.
   *
   * @param id names the transaction
   * @param source the id of the account that is debited
   * @param destination the id of the account that is credited
   * @param value how much
   */
  public record TutorialTransfer(
      BsonValue id, BsonValue source, BsonValue destination, BsonNumber value) {

    /** A transaction with texts for ids and a whole amount. */
    public static TutorialTransfer of(String id, String source, String destination, long value) {
      return new TutorialTransfer(
          new BsonString(id),
          new BsonString(source),
          new BsonString(destination),
          new BsonInt64(value));
    }

    /** The transfer of a document that has all of its fields. */
    static TutorialTransfer of(BsonDocument transaction) {
      return new TutorialTransfer(
          field(transaction, Field.ID),
          field(transaction, Field.SOURCE),
          field(transaction, Field.DESTINATION),
          transaction.getNumber(Field.VALUE));
    }

    private static BsonValue field(BsonDocument transaction, String name) {
      return Objects.requireNonNull(transaction.get(name), () -> "a transaction without a " + name);
    }

    boolean isFrom(BsonValue account) {
      return isSame(source, account);
    }

    /** Returns whether the transfer takes from the account, or gives to it. */
    boolean touches(BsonValue account) {
      return isFrom(account) || isSame(destination, account);
    }

    /** The amount, to be taken away, in the type in which it was given. */
    BsonNumber negated() {
      if (value instanceof BsonDouble number) {
        return new BsonDouble(-number.getValue());
      } else if (value instanceof BsonInt32 number) {
        return new BsonInt32(Math.negateExact(number.getValue()));
      }
      return new BsonInt64(Math.negateExact(value.longValue()));
    }
  }
}
