package io.twophase.adapter.mongo;

import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the one in memory, where each command is one transaction with row locks. */
class RowLockingEqualityTest extends EqualityTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.rowLocking();

  @Override
  FreshDatabase database() {
    return FRESH;
  }
}
