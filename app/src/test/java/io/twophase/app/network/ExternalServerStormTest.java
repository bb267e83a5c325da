package io.twophase.app.network;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** On the server that is given, if it is one process and asks for no login. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = "mongodb://[^@,]+",
    disabledReason = "no server of one process given: -Dmongodb.uri=mongodb://host:port")
class ExternalServerStormTest extends StormContract {

  @Override
  Place place() {
    return Place.on(System.getProperty("mongodb.uri"));
  }
}
