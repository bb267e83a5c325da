package io.twophase.adapter.mongo.document;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.Changes;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import org.bson.BsonDocument;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server in this process. */
class InProcessSemanticsTest extends SemanticsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** It leaves a number as it is where one of another type and the same value is set. */
  @Override
  protected boolean areSame(Fields made, Fields expected) {
    return new Value.Embedded(made).matches(new Value.Embedded(expected));
  }

  @Override
  protected boolean areDoneRight(Changes changes, Fields stored) {
    return JavaServerDifferences.areSafe(stored) && JavaServerDifferences.areDoneRight(changes);
  }

  @Override
  protected MongoCollection<BsonDocument> collection() {
    return FRESH.collection("documents");
  }
}
