package io.twophase.adapter.mongo.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import io.twophase.test.contract.atomic.AtomicBatchesContract;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Atomic batches in a database that an older release has used: all stays of the first form. */
class FirstFormAtomicBatchesTest extends AtomicBatchesContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  @Override
  protected Store store() {
    FRESH
        .collection("accounts")
        .insertOne(BsonDocument.parse("{_id: 'of an older release', balance: 0, v: 1}"));
    return FRESH.store(MongoStoreSettings.defaults().withProbe(false).withServerTransactions(true));
  }

  @AfterEach
  void allIsOfTheFirstForm() {
    for (String collection : new String[] {"accounts", "transactions"}) {
      assertThat(FRESH.collection(collection).find())
          .as(collection)
          .allMatch(document -> document.get("v").equals(new BsonInt32(1)));
    }
  }
}
