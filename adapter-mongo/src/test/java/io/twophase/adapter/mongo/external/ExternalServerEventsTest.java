package io.twophase.adapter.mongo.external;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.test.contract.event.EventRepositoryContract;
import io.twophase.test.contract.event.EventStore;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of events, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class ExternalServerEventsTest extends EventRepositoryContract {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  protected EventStore store() {
    MongoStore store = FRESH.store();
    return new EventStore(store.records(), store.events());
  }

  /** Where there are change streams: they need an oplog. */
  @Override
  protected boolean isSignalling() {
    return Hello.ask(FRESH.database(), new DriverErrors("the server that is given"))
        .mayHaveChangeStreams();
  }
}
