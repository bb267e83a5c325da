package io.twophase.adapter.mongo.testing;

import com.mongodb.client.model.Filters;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.HoldsContract;
import org.bson.BsonDocument;

/** The contract of holds, on a server. */
public abstract class HoldsTest extends HoldsContract {

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected final HoldStore store(HoldLimit limit) {
    return of(
        database().emptied(MongoStoreSettings.defaults().withProbe(false).withHoldLimit(limit)));
  }

  /** The two ports of a store. */
  public static HoldStore of(MongoStore store) {
    return new HoldStore(store.holds(), store.accounts(), store.home());
  }

  @Override
  protected final void host(DocumentRef document, Fields fields) {
    host(database(), document, fields);
  }

  /** Stores a document, or gives fields to an account, as a host does. */
  public static void host(FreshDatabase database, DocumentRef document, Fields fields) {
    if (document.collection().collection().equals("accounts")) {
      database
          .collection("accounts")
          .updateOne(
              Filters.eq("_id", Values.encode(document.id())),
              new BsonDocument("$set", Values.document(fields)));
    } else {
      database.host(document, fields);
    }
  }

  @Override
  protected final String anotherDatabase() {
    return database().another();
  }
}
