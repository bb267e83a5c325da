package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.embedded.Served;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What drivers are answer when they ask what the server is. */
class SpokenVersionTest {

  /** The least that pymongo 4.20, the driver of Node.js 7.9 and that of Go 2.9 accept. */
  private static final int LEAST_WIRE_VERSION = 9;

  private static Document answer(Document command) {
    try (Served served = Served.inMemory()) {
      return served.client.getDatabase("admin").runCommand(command);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "isMaster", "ismaster"})
  void currentDriversOfOtherLanguagesAcceptIt(String greeting) {
    Document answer = answer(new Document(greeting, 1).append("helloOk", true));

    assertThat(answer.getInteger("maxWireVersion")).isGreaterThanOrEqualTo(LEAST_WIRE_VERSION);
    assertThat(answer.getInteger("minWireVersion")).isZero();
    assertThat(answer)
        .containsEntry("isWritablePrimary", true)
        .containsEntry("helloOk", true)
        .containsEntry("ok", 1.0);
  }

  @Test
  void sessionsAreNotPromised() {
    assertThat(answer(new Document("hello", 1)))
        .doesNotContainKeys("logicalSessionTimeoutMinutes", "setName", "msg", "topologyVersion");
  }

  @Test
  void theVersionIsTheOneWhoseProtocolIsSpoken() {
    assertThat(answer(new Document("buildInfo", 1))).containsEntry("version", "4.4.0");
  }
}
