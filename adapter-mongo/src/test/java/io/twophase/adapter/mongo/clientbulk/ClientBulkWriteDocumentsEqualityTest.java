package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter's documents beside those in memory, where each write of a bulk is told. */
@Tag("deep")
class ClientBulkWriteDocumentsEqualityTest extends JavaServerDocumentsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
