package io.twophase.app.network;

import io.twophase.app.network.storm.StormServer;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** On the server that is given, if it is one process and asks for no login. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = "mongodb://[^@,]+",
    disabledReason = "no server of one process given: -Dmongodb.uri=mongodb://host:port")
class ExternalServerDocumentStormTest extends DocumentStormContract {

  @Override
  StormServer stormServer() {
    return StormServer.on(System.getProperty("mongodb.uri"));
  }
}
