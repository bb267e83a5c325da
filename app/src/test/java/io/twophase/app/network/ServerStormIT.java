package io.twophase.app.network;

import io.twophase.app.network.storm.StormServer;
import io.twophase.app.testing.ServerProcess;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On the embedded server in a process of its own. */
class ServerStormIT extends StormContract {

  @RegisterExtension static final ServerProcess SERVER = new ServerProcess();

  @Override
  StormServer stormServer() {
    return StormServer.on(SERVER.uri());
  }
}
