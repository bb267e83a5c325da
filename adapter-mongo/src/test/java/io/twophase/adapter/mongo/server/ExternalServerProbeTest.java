package io.twophase.adapter.mongo.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.setup.Probe;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The probe, on the server that is given. */
@OnGivenServer
class ExternalServerProbeTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Test
  void theServerPassesAndIsMarked() {
    MongoStoreSettings settings = MongoStoreSettings.defaults();
    FRESH.store(settings);
    FRESH.store(settings);

    assertThat(FRESH.collection(Probe.COLLECTION).find()).hasSize(1);
  }
}
