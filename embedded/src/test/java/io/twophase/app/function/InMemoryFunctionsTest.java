package io.twophase.app.function;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;
import java.time.Clock;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Functions, in memory")
class InMemoryFunctionsTest extends FunctionsContract {

  @Override
  Store fresh() {
    return InMemoryStore.create(Clock.systemUTC());
  }
}
