package io.twophase.adapter.mongo.document;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.bson.BsonDocument;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server that is given. */
@OnGivenServer
class ExternalServerSemanticsTest extends SemanticsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected MongoCollection<BsonDocument> collection() {
    return FRESH.collection("documents");
  }
}
