package io.twophase.cli.process.contract;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.HoldsEqualityTest;
import io.twophase.app.testing.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter's holds beside those in memory, on the embedded server in a process of its own. */
@Tag("deep")
class ServerHoldsEqualityIT extends HoldsEqualityTest {

  @RegisterExtension static final ServerProcess SERVER = new ServerProcess();
  @RegisterExtension static final FreshDatabase FRESH = SERVER.databases();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
