package io.twophase.adapter.mongo.server;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The adapter beside the store in memory, on the server that is given. */
@OnGivenServer
class ExternalServerEqualityTest extends ServerEquality {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }

  @Override
  protected boolean isJavaServer() {
    return false;
  }
}
