package io.twophase.adapter.mongo.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.Records;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.HoldsContract;
import io.twophase.test.contract.record.RecordsContract;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of holds and of records, on a server. */
public abstract class ServerContracts {

  /** Where the server's stores are. */
  @RegisterExtension protected final FreshDatabase database;

  private final boolean isJavaServer;

  /**
   * @param isJavaServer whether the server does otherwise than MongoDB where mongo-java-server does
   */
  protected ServerContracts(FreshDatabase database, boolean isJavaServer) {
    this.database = database;
    this.isJavaServer = isJavaServer;
  }

  /** A validator would let through all that the test has stored. */
  @AfterEach
  void whatIsStoredHasTheShapeThatIsDocumented() {
    Map.of("accounts", Schemas.accounts(), "transactions", Schemas.transactions())
        .forEach(
            (collection, schema) ->
                assertThat(database.collection(collection).find())
                    .allMatch(stored -> JsonSchema.accepts(schema, stored)));
  }

  /** The two ports of a store. */
  public static HoldStore of(MongoStore store) {
    return new HoldStore(store.holds(), store.accounts(), store.home());
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

  @Nested
  class OfHolds extends HoldsContract {
    @Override
    protected HoldStore store(HoldLimit limit) {
      return of(database.emptied(Servers.QUIET.withHoldLimit(limit)));
    }

    @Override
    protected void host(DocumentRef document, Fields fields) {
      ServerContracts.host(database, document, fields);
    }

    @Override
    protected String anotherDatabase() {
      return database.another();
    }

    @Override
    protected boolean isId(Value value) {
      return !isJavaServer || JavaServerDifferences.isId(value);
    }
  }

  @Nested
  class OfRecords extends RecordsContract {
    @Override
    protected Records records() {
      return database.emptied(Servers.QUIET).records();
    }
  }
}
