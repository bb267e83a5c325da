package io.twophase.app.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.testing.MongoEquality;
import io.twophase.ports.equality.SettableClock;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter on the embedded server. */
class EmbeddedEqualityTest extends MongoEquality {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected MongoStore store(SettableClock clock) {
    return STORE.fresh(clock);
  }
}
