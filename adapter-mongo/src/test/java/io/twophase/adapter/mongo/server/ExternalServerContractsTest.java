package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.testing.AllServerContracts;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contracts of all ports, on the server that is given. */
@OnGivenServer
@ExtendWith(ExternalServerDifferences.class)
class ExternalServerContractsTest extends AllServerContracts {

  ExternalServerContractsTest() {
    super(Servers.given(), false);
  }

  /** Change streams need an oplog. */
  @Override
  protected boolean isSignalling() {
    return Hello.ask(database.database(), new DriverErrors("the server that is given"))
        .isReplicated();
  }
}
