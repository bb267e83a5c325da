package io.twophase.adapter.mongo.clientbulk;

import io.twophase.adapter.mongo.testing.EqualityTest;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, where each write of a bulk is told. */
class ClientBulkWriteEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.telling();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
