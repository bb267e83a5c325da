package io.twophase.adapter.mongo.testing;

import io.twophase.adapter.inmemory.InMemoryRecords;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.ports.Records;
import io.twophase.test.equality.record.RecordEqualityContract;
import java.time.Clock;

/** The records of the adapter beside those in memory, which apply the domain's own rules. */
public abstract class RecordsEqualityTest extends RecordEqualityContract {

  /** Where the adapter's stores are. */
  public abstract FreshDatabase database();

  @Override
  protected Records exact() {
    return new InMemoryRecords(Clock.systemUTC());
  }

  @Override
  protected Records tested() {
    return database().emptied(MongoStoreSettings.defaults().withProbe(false)).records();
  }
}
