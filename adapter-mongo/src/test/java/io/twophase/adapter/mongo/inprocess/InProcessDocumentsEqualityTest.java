package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter's documents beside those in memory, on mongo-java-server, in this process. */
class InProcessDocumentsEqualityTest extends JavaServerDocumentsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
