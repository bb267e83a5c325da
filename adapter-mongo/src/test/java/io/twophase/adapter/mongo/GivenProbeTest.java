package io.twophase.adapter.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.driver.Probe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The probe, on the server that is given. */
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
class GivenProbeTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();

  @Test
  void theServerPassesAndIsMarked() {
    MongoStoreSettings settings = MongoStoreSettings.defaults();
    MongoStore.using(FRESH.client(), FRESH.database().getName(), settings);
    MongoStore.using(FRESH.client(), FRESH.database().getName(), settings);

    assertThat(FRESH.collection(Probe.COLLECTION).find()).hasSize(1);
  }
}
