package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.eur;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonElement;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Opens stores with a few accounts and orders, and reads what is stored.
 *
 * @param fresh has the databases
 */
record WholeStores(FreshDatabase fresh) {

  private static final List<Opening> ACCOUNTS =
      List.of(
          account("A").opening(cents(60)),
          account("B").overdraft(cents(20)).ceiling(cents(90)).opening(cents(10)),
          account("C").ceiling(cents(30)).opening(cents(0)),
          account("E").opening(eur("1")));

  MongoStore open(String database, boolean isWhole) {
    MongoDatabase made = fresh.client().getDatabase(database);
    for (int at = 0; at < 4; at++) {
      made.getCollection("orders", BsonDocument.class)
          .withWriteConcern(WriteConcern.MAJORITY)
          .insertOne(BsonDocument.parse("{_id: 'o" + at + "', n: NumberLong(50), a: 1}"));
    }
    MongoStore store =
        MongoStore.using(fresh.client(), database, Servers.QUIET.withServerTransactions(isWhole));
    store.accounts().open(ACCOUNTS);
    return store;
  }

  Map<String, BsonDocument> stored(String database) {
    Map<String, BsonDocument> all = new TreeMap<>();
    for (String name : List.of("accounts", "transactions", "orders")) {
      fresh
          .client()
          .getDatabase(database)
          .getCollection(name, BsonDocument.class)
          .find()
          .forEach(document -> all.put(name + document.get("_id"), timeless(document)));
    }
    return all;
  }

  private static BsonDocument timeless(BsonDocument document) {
    List.of("createdAt", "lastModified", "decidedAt", "finishedAt", "endedAt")
        .forEach(document::remove);
    BsonValue last = document.get("lastTransaction");
    if (last != null) {
      // it names the store's own home
      last.asDocument().put("home", new BsonString("home"));
    }
    return new BsonDocument(
        new TreeMap<>(document)
            .entrySet().stream()
                .map(field -> new BsonElement(field.getKey(), field.getValue()))
                .toList());
  }

  static Lookup read(MongoStore store, RecordId id) {
    return store.records().find(List.of(id)).get(0);
  }
}
