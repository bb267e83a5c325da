package io.twophase.adapter.mongo.adoption;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import io.twophase.adapter.mongo.document.Field;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** The two collections, as the tutorial has left them. Faults are the driver's exceptions. */
public record TutorialDocuments(
    MongoCollection<BsonDocument> accounts, MongoCollection<BsonDocument> transactions) {

  private static final int AT_ONCE = 1000;
  private static final Bson ONLY_ID = Projections.include(Field.ID);

  /** Records with these are this software's, or have been claimed by it. */
  private static final Bson OF_THE_TUTORIAL =
      Filters.and(Filters.exists(Field.VERSION, false), Filters.exists(Field.EPOCH, false));

  private static final Bson UNFINISHED =
      Filters.and(OF_THE_TUTORIAL, Filters.nin(Field.STATE, "done", "canceled", "cancelled"));

  /** Accounts that are not this software's and hold something. */
  private static final Bson MARKED =
      Filters.and(Filters.exists(Field.VERSION, false), Filters.exists(Field.PENDING + ".0"));

  /** The tutorial's transactions that are neither done nor canceled, by id. */
  public List<TutorialRecord> unfinished() {
    return transactions
        .find(UNFINISHED)
        .sort(Sorts.ascending(Field.ID))
        .map(TutorialRecord::new)
        .into(new ArrayList<>());
  }

  /** The ids of the tutorial's accounts that a transaction has marked, in order. */
  public List<BsonValue> marked() {
    return accounts
        .find(MARKED)
        .sort(Sorts.ascending(Field.ID))
        .map(account -> account.get(Field.ID))
        .into(new ArrayList<>());
  }

  /** The account with this id, if there is one. */
  public Optional<BsonDocument> account(BsonValue id) {
    return Optional.ofNullable(accounts.find(Filters.eq(Field.ID, id)).first());
  }

  /** The transaction with this id, if there is one. */
  public Optional<TutorialRecord> record(BsonValue id) {
    return Optional.ofNullable(transactions.find(Filters.eq(Field.ID, id)).first())
        .map(TutorialRecord::new);
  }

  /** Both accounts of a transaction; accounts without a document, if it names none. */
  public TutorialAccount.Both accountsOf(TutorialRecord record) {
    if (record.transferFault().isPresent()) {
      TutorialAccount none = new TutorialAccount(record.id(), Optional.empty(), record.id());
      return new TutorialAccount.Both(none, none);
    }
    TutorialTransfer transfer = record.transfer();
    return new TutorialAccount.Both(
        markedBy(transfer.source(), record.id()), markedBy(transfer.destination(), record.id()));
  }

  /** An account, which a transaction with the id {@code mark} may have marked. */
  public TutorialAccount markedBy(BsonValue account, BsonValue mark) {
    return new TutorialAccount(account, account(account), mark);
  }

  /** Sets the currency of the tutorial's transactions that name none. */
  public void nameCurrency(Currency currency) {
    Bson unnamed =
        Filters.and(
            OF_THE_TUTORIAL, Filters.exists(Field.STATE), Filters.exists(Field.CURRENCY, false));
    Bson named = Updates.set(Field.CURRENCY, currency.getCurrencyCode());
    List<UpdateOneModel<BsonDocument>> updates = new ArrayList<>();
    for (BsonDocument record :
        transactions.find(unnamed).projection(ONLY_ID).sort(Sorts.ascending(Field.ID))) {
      Bson guard = Filters.and(Filters.eq(Field.ID, record.get(Field.ID)), unnamed);
      updates.add(new UpdateOneModel<>(guard, named));
      if (updates.size() == AT_ONCE) {
        transactions.bulkWrite(updates);
        updates.clear();
      }
    }
    if (!updates.isEmpty()) {
      transactions.bulkWrite(updates);
    }
  }
}
