package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsEqualityTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The adapter's documents beside those in memory, where each command is one transaction with row
 * locks.
 */
@Tag("deep")
class RowLockingDocumentsEqualityTest extends JavaServerDocumentsEqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
