package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.ports.Records;
import io.twophase.test.contract.record.RecordsContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of records, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
@ExtendWith(ExternalServerDifferences.class)
class ExternalServerRecordsTest extends RecordsContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected Records records() {
    return FRESH.store().records();
  }
}
