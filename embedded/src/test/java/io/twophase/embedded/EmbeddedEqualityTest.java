package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.MongoEquality;
import io.twophase.test.clock.SettableClock;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter on the embedded server. */
class EmbeddedEqualityTest extends MongoEquality {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected MongoStore store(SettableClock clock) {
    return STORE.fresh(clock);
  }
}
