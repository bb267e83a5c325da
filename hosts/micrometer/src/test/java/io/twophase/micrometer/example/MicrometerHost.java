package io.twophase.micrometer.example;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.observability.ObservabilitySettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.micrometer.TwoPhaseGauges;
import io.twophase.micrometer.TwoPhaseMetrics;
import java.time.Duration;
import java.util.function.Consumer;

/** A host whose meters are Micrometer's. */
final class MicrometerHost {

  private MicrometerHost() {}

  /** Runs {@code work} over a server, with meters in {@code meters}. */
  static void run(String uri, MeterRegistry meters, Consumer<TwoPhase> work) {
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    try (MongoClient client = MongoClients.create(observed(uri, observations));
        MongoStore store = MongoStore.using(client, "shop", MongoStoreSettings.defaults());
        TwoPhase twophase =
            TwoPhase.over(store).listener(new TwoPhaseMetrics(observations, meters)).build()) {
      TwoPhaseGauges gauges = TwoPhaseGauges.start(twophase, store, meters, Duration.ofSeconds(15));
      try (gauges) {
        work.accept(twophase);
      }
    }
  }

  /** A client that observes its own commands too, with a driver of 5.7 or newer. */
  private static MongoClientSettings observed(String uri, ObservationRegistry observations) {
    return MongoClientSettings.builder()
        .applyConnectionString(new ConnectionString(uri))
        .observabilitySettings(
            ObservabilitySettings.micrometerBuilder().observationRegistry(observations).build())
        .build();
  }
}
