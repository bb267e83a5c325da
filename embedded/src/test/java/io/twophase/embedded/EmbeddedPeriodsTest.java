package io.twophase.embedded;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.test.contract.period.PeriodRepositoryContract;
import io.twophase.test.contract.period.PeriodStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of periods, on the embedded server, by the real adapter and driver. */
class EmbeddedPeriodsTest extends PeriodRepositoryContract {

  @RegisterExtension static final EmbeddedStore STORE = new EmbeddedStore();

  @Override
  protected PeriodStore store() {
    MongoStore store = STORE.fresh();
    return new PeriodStore(store.documents(), store.periods().get());
  }
}
