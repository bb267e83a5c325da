package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.ServerContracts;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of holds and records, where each command is one transaction with row locks. */
@ExtendWith(JavaServerDifferences.class)
@Tag("deep")
class RowLockingContractsTest extends ServerContracts {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
