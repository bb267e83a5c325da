package io.twophase.adapter.mongo.rowlocking;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, where each command is one transaction with row locks. */
class RowLockingDocumentsTest extends JavaServerDocumentsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
