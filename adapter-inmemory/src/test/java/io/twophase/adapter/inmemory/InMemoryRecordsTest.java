package io.twophase.adapter.inmemory;

import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Records;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.record.RecordsContract;
import java.time.Duration;

/** The records in memory, by a clock that only the test advances. */
class InMemoryRecordsTest extends RecordsContract {

  private final SettableClock clock = new SettableClock(Fixtures.NOW);

  @Override
  protected Records records() {
    return new InMemoryRecords(clock);
  }

  @Override
  protected void letTimePass() {
    clock.advance(Duration.ofMillis(1));
  }
}
