package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of periods, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerPeriodsTest extends PeriodRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected PeriodStore store() {
    MongoStore store = FRESH.store();
    return new PeriodStore(store.documents(), store.periods().get());
  }
}
