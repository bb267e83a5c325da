package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.EqualityTest;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, where each command is one transaction with row locks. */
class RowLockingEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
