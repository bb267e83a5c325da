package io.twophase.adapter.mongo.inprocess;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of periods, on mongo-java-server, in this process. */
class InProcessPeriodsTest extends PeriodRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  @Override
  protected PeriodStore store() {
    MongoStore store = FRESH.store();
    return new PeriodStore(store.documents(), store.periods().get());
  }
}
