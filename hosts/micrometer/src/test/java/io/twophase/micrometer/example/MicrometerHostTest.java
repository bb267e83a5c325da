package io.twophase.micrometer.example;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.twophase.embedded.EmbeddedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MicrometerHostTest {

  @Test
  void whatTheDocumentsShowCountsAndTimes() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      MicrometerHost.run(
          server.uri(),
          meters,
          twophase -> {
            twophase.accounts().open(accountId("A"), cents(100));
            twophase.accounts().open(accountId("B"), cents(0));
            twophase.transfers().transfer(accountId("A"), accountId("B"), cents(1));
          });
    }

    assertThat(meters.get("twophase.transaction").tag("outcome", "applied").timer().count())
        .isEqualTo(1);
    assertThat(meters.get("twophase.step").tag("step", "decide").timer().count()).isEqualTo(1);
  }
}
