package io.twophase.app.statement;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;
import java.time.Clock;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Periods, in memory")
class InMemoryPeriodsTest extends PeriodsContract {

  @Override
  Store store() {
    return InMemoryStore.create(Clock.systemUTC());
  }
}
