package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Value;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import io.twophase.test.fault.Unreadables;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Stored documents are damaged as a server keeps them. */
final class MongoDamage {

  private static final BsonValue ODD = new BsonString("odd");
  private static final BsonValue NEWER = new BsonInt32(99);
  private static final BsonValue ODD_HOLDS = new BsonArray(List.of(new BsonDocument("odd", ODD)));
  private static final String RECORDS = "transactions";

  private final FreshDatabase fresh;
  private int records;

  MongoDamage(FreshDatabase fresh) {
    this.fresh = fresh;
  }

  /** An empty store, of which retention removes by its pass what was finished a day ago. */
  Store store(Optional<ReceiptPeriod> receipts) {
    return fresh.store(
        MongoStoreSettings.defaults()
            .withProbe(false)
            .withRetention(
                new Retention(
                    Duration.ofDays(1),
                    Retention.By.PASS,
                    receipts.flatMap(ReceiptPeriod::limit))));
  }

  /** Something that is there cannot be read from now on. */
  void plant(Unreadables.Kind kind, Object id) {
    String text = id.toString();
    BsonValue key = new BsonString(text);
    switch (kind) {
      case ACCOUNT -> damage("accounts", key, "balance", ODD);
      case DOCUMENT -> {
        DocumentRef document = (DocumentRef) id;
        boolean isPeriod = document.collection().collection().equals("periods");
        damage(
            document.collection().collection(),
            new BsonString(((Value.Text) document.id()).value()),
            isPeriod ? "open" : "pendingTransactions",
            isPeriod ? ODD : ODD_HOLDS);
      }
      case RECORD -> plantRecord(text);
      case RECORD_ID -> {
        BsonDocument record = stored(text).clone();
        fresh.collection(RECORDS).deleteOne(new BsonDocument("_id", key));
        record.put("_id", new BsonInt32(7));
        fresh.collection(RECORDS).insertOne(record);
      }
      case OWNER -> damage(MongoStore.OWNERS, key, "beat", ODD);
      case NUMBER ->
          damage("transactions_events", new BsonInt64(Long.parseLong(text)), "record", NEWER);
      case LEAF -> damage("transactions_leaves", new BsonInt64(Long.parseLong(text)), "nodes", ODD);
      case CARRIED -> damage("transactions_carried", key, "sum", ODD);
      case CONSUMER -> damage("transactions_consumers", key, "number", ODD);
    }
  }

  private void plantRecord(String id) {
    BsonDocument record = stored(id);
    BsonValue key = new BsonString(id);
    BsonValue kind = record.get("kind");
    if (new BsonString("receipt").equals(kind)) {
      damage(RECORDS, key, "endedAt", ODD);
    } else if (new BsonString("batch").equals(kind)) {
      damage(RECORDS, key, "members", ODD);
    } else if (record.containsKey("epoch") && records++ % 2 == 1) {
      damage(RECORDS, key, "epoch", ODD);
    } else {
      damage(RECORDS, key, "v", NEWER);
    }
  }

  /** Somebody has inserted a document of another kind. */
  void insertForeign(String collection) {
    fresh.collection(collection).insertOne(new BsonDocument("odd", ODD));
  }

  /** A hold of that account cannot be read from now on. */
  void plantHold(String account) {
    damage("accounts", new BsonString(account), "pendingTransactions", ODD_HOLDS);
  }

  private BsonDocument stored(String id) {
    return Objects.requireNonNull(
        fresh.collection(RECORDS).find(new BsonDocument("_id", new BsonString(id))).first());
  }

  private void damage(String collection, BsonValue id, String field, BsonValue odd) {
    assertThat(
            fresh
                .collection(collection)
                .updateOne(
                    new BsonDocument("_id", id),
                    new BsonDocument("$set", new BsonDocument(field, odd)))
                .getMatchedCount())
        .as(collection + " " + id)
        .isOne();
  }

  /** All dates of the records and owners are so much earlier. */
  void timePasses(Duration time) {
    for (String collection : List.of(RECORDS, MongoStore.OWNERS)) {
      for (BsonDocument document : fresh.collection(collection).find()) {
        BsonDocument older = document.clone();
        document.forEach(
            (field, value) -> {
              if (value.isDateTime()) {
                older.put(field, new BsonDateTime(value.asDateTime().getValue() - time.toMillis()));
              }
            });
        fresh
            .collection(collection)
            .replaceOne(new BsonDocument("_id", document.get("_id")), older);
      }
    }
  }
}
