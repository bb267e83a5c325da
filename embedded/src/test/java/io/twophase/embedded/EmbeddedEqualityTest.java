package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.ServerEquality;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, on the embedded server. */
class EmbeddedEqualityTest extends ServerEquality {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  EmbeddedEqualityTest() {
    super(STORE.databases(), false);
  }
}
