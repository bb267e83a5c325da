package io.twophase.embedded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.HoldsEqualityTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter's holds beside those in memory, on the embedded server. */
class EmbeddedHoldsEqualityTest extends HoldsEqualityTest {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();
  @RegisterExtension static final FreshDatabase FRESH = STORE.databases();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
