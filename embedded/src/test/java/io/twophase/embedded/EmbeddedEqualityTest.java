package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.ServerEquality;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, on the embedded server. */
class EmbeddedEqualityTest extends ServerEquality {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }

  @Override
  protected boolean isJavaServer() {
    return false;
  }
}
