package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.driver.DriverErrors;
import io.twophase.adapter.mongo.driver.Hello;
import io.twophase.adapter.mongo.testing.AllServerContracts;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contracts of all ports, on the server that is given. */
@OnGivenServer
@ExtendWith(ExternalServerDifferences.class)
class ExternalServerContractsTest extends AllServerContracts {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }

  @Override
  protected boolean isJavaServer() {
    return false;
  }

  /** Change streams need an oplog. */
  @Override
  protected boolean isSignalling() {
    return Hello.ask(FRESH.database(), new DriverErrors("the server that is given")).isReplicated();
  }
}
