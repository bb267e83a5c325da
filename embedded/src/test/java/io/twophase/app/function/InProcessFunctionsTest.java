package io.twophase.app.function;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Store;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("Functions, on a server in this process")
class InProcessFunctionsTest extends FunctionsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  Store fresh() {
    return FRESH.store();
  }
}
