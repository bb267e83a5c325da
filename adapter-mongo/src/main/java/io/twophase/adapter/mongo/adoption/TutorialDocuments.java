package io.twophase.adapter.mongo.adoption;

import static io.twophase.adapter.mongo.document.Docs.absent;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.exists;
import static io.twophase.adapter.mongo.document.Fields.WholeNumber.isSame;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields.WholeNumber;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.ports.StoreException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The two collections, as the tutorial has left them. No index helps to find that, so both are read
 * by {@link Reads#all}. Faults are the driver's exceptions, and those of the tables.
 */
public record TutorialDocuments(Table accounts, Table transactions) {

  private static final int AT_ONCE = 1000;

  private static final BsonDocument UNFINISHED =
      ofTheTutorial().with(Field.STATE, doc("$nin", List.of("done", "canceled", "cancelled")));

  /** Accounts that are not this software's and hold something. */
  private static final BsonDocument MARKED =
      doc(Field.VERSION, absent(), Docs.path(Field.PENDING, "0"), exists());

  /** Records with these are this software's, or have been claimed by it. */
  private static Doc ofTheTutorial() {
    return doc(Field.VERSION, absent(), Field.EPOCH, absent());
  }

  /** The tutorial's transactions that are neither done nor canceled, by id. */
  public List<TutorialRecord> unfinished() {
    List<TutorialRecord> unfinished = new ArrayList<>();
    transactions.reads().all(UNFINISHED, found -> unfinished.add(new TutorialRecord(found)));
    return unfinished;
  }

  /** The ids of the tutorial's accounts that a transaction has marked, in order. */
  public List<BsonValue> marked() {
    List<BsonValue> marked = new ArrayList<>();
    accounts.reads().all(MARKED, account -> marked.add(account.get(Field.ID)));
    return marked;
  }

  /** The account with this id, if there is one. */
  public Optional<BsonDocument> account(BsonValue id) {
    return Optional.ofNullable(accounts.collection().find(doc(Field.ID, id)).first());
  }

  /** The transaction with this id, if there is one. */
  public Optional<TutorialRecord> record(BsonValue id) {
    return Optional.ofNullable(transactions.collection().find(doc(Field.ID, id)).first())
        .map(TutorialRecord::new);
  }

  /** An account, which a transaction with the id {@code mark} may have marked. */
  public TutorialAccount markedBy(BsonValue account, BsonValue mark) {
    return new TutorialAccount(account, account(account), mark);
  }

  /** Sets the currency of the tutorial's transactions that name none. */
  public void nameCurrency(Currency currency) {
    Doc unnamed = ofTheTutorial().with(Field.STATE, exists()).with(Field.CURRENCY, absent());
    BsonDocument named = doc("$set", doc(Field.CURRENCY, currency.getCurrencyCode()));
    updateAll(
        transactions,
        unnamed,
        record ->
            Optional.of(
                new UpdateOneModel<>(
                    doc(Field.ID, Objects.requireNonNull(record.get(Field.ID))).with(unnamed),
                    named)));
  }

  /** Sends the update of each document that has one: guarded, so that it may be sent again. */
  static void updateAll(
      Table table,
      BsonDocument filter,
      Function<BsonDocument, Optional<WriteModel<BsonDocument>>> update) {
    List<WriteModel<BsonDocument>> updates = new ArrayList<>();
    table
        .reads()
        .all(
            filter,
            document -> {
              update.apply(document).ifPresent(updates::add);
              if (updates.size() == AT_ONCE) {
                send(table, updates);
              }
            });
    send(table, updates);
  }

  private static void send(Table table, List<WriteModel<BsonDocument>> updates) {
    if (!updates.isEmpty() && table.update(updates).isInDoubt()) {
      throw new StoreException(
          "%s did not say whether it changed %s: run it again"
              .formatted(table.server().errors().store(), table.namespace()));
    }
    updates.clear();
  }

  /** The ids of the transactions that have marked an account. */
  static List<BsonValue> marks(Optional<BsonDocument> account) {
    return account
        .filter(document -> document.isArray(Field.PENDING))
        .<List<BsonValue>>map(document -> document.getArray(Field.PENDING))
        .orElse(List.of());
  }

  /**
   * An account of a tutorial's transaction, and what the tutorial's writes would do to it.
   *
   * @param id the account's id
   * @param document the account, if there is one
   * @param mark the transaction's id
   */
  public record TutorialAccount(BsonValue id, Optional<BsonDocument> document, BsonValue mark) {

    String name() {
      return "account " + BsonText.ofId(id);
    }

    /** Returns whether the transaction has marked the account. */
    public boolean isMarked() {
      return marks() > 0;
    }

    private long marks() {
      return TutorialDocuments.marks(document).stream().filter(one -> isSame(one, mark)).count();
    }

    /** Why the tutorial's protocol cannot change this account, if so. */
    public Optional<String> faultOfApplying() {
      if (document.isEmpty()) {
        return Optional.of(name() + " is missing: finishing would lose the amount");
      }
      if (document.orElseThrow().containsKey(Field.VERSION)) {
        return Optional.of(
            name() + " is adopted already: the tutorial's protocol must not apply to it");
      }
      return Optional.ofNullable(document.orElseThrow().get(Field.PENDING))
          .filter(pending -> !pending.isArray())
          .map(
              pending ->
                  name() + ": pendingTransactions is " + BsonText.of(pending) + ", no array");
    }

    /** Why adding {@code change} to its balance would be inexact or leave it below zero, if so. */
    public Optional<String> faultOfMoving(long change, BsonValue value) {
      BsonValue balance = document.map(account -> account.get(Field.BALANCE)).orElse(null);
      if (balance == null) {
        return Optional.of(name() + ": " + Field.BALANCE + " is missing");
      }
      Optional<Long> whole = WholeNumber.of(balance);
      if (whole.isEmpty()) {
        return Optional.of(
            name() + ": balance is " + BsonText.of(balance) + ", not an exact whole number");
      }
      BigInteger after = BigInteger.valueOf(whole.orElseThrow()).add(BigInteger.valueOf(change));
      String moved = name() + " has " + whole.orElseThrow() + ", which would become " + after;
      if (after.signum() < 0) {
        return Optional.of(moved);
      }
      long largest =
          balance.isDouble() || value.isDouble()
              ? WholeNumber.LARGEST_EXACT_DOUBLE
              : Long.MAX_VALUE;
      return after.compareTo(BigInteger.valueOf(largest)) > 0
          ? Optional.of(moved + ", too large")
          : Optional.empty();
    }

    /** Returns why the marks cannot be the tutorial's: the mark is there more than once, if so. */
    public Optional<String> faultOfMarks() {
      return marks() > 1
          ? Optional.of(name() + " has the mark of " + BsonText.of(mark) + " more than once")
          : Optional.empty();
    }
  }

  /** The document of a transaction, as it is stored. */
  public record TutorialRecord(BsonDocument document) {

    /** The id, of whatever type. */
    public BsonValue id() {
      return Objects.requireNonNull(document.get(Field.ID));
    }

    /** The state as text; empty if it has none. */
    public String state() {
      BsonValue state = document.get(Field.STATE);
      return state == null ? "" : BsonText.ofId(state);
    }

    /** Returns whether nothing has moved yet. */
    boolean isInitial() {
      return state().equals("initial");
    }

    /** Returns whether this software has neither written it nor claimed it. */
    public boolean isOfTheTutorial() {
      return !document.containsKey(Field.VERSION) && !document.containsKey(Field.EPOCH);
    }

    /** Why it cannot be read as a transfer of the tutorial, if so. */
    public Optional<String> transferFault() {
      for (String name : new String[] {Field.SOURCE, Field.DESTINATION, Field.VALUE}) {
        if (!document.containsKey(name)) {
          return Optional.of(name + " is missing");
        }
      }
      return document.isNumber(Field.VALUE)
          ? Optional.empty()
          : Optional.of(Field.VALUE + " is " + BsonText.of(value()) + ", not a number");
    }

    /** The transfer. Call it only if there is no {@link #transferFault}. */
    public TutorialTransfer transfer() {
      return TutorialTransfer.of(document);
    }

    /** The amount, if it is a whole number above zero. */
    public Optional<Long> amount() {
      return WholeNumber.of(value()).filter(amount -> amount > 0);
    }

    private BsonValue value() {
      return Objects.requireNonNull(document.get(Field.VALUE));
    }
  }
}
