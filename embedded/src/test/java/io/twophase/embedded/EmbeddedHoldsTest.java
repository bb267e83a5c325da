package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.HoldsTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of holds, on the embedded server, by the real adapter and driver. */
class EmbeddedHoldsTest extends HoldsTest {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
