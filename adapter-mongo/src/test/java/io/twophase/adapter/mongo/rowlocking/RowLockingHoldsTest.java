package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerHoldsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of holds, where each command is one transaction with row locks. */
class RowLockingHoldsTest extends JavaServerHoldsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
