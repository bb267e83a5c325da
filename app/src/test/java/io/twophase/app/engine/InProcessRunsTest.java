package io.twophase.app.engine;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the server in this process. */
class InProcessRunsTest extends RunsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();
  @RegisterExtension static final FreshDatabase BESIDES = Servers.inProcess();

  @Override
  RecordWorld world() {
    return RecordWorld.in(FRESH);
  }

  @Override
  RecordWorld besides() {
    return RecordWorld.in(BESIDES);
  }

  @Override
  int worlds() {
    return 2;
  }
}
