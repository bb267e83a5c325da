package io.twophase.micrometer.monitoring;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.micrometer.TwoPhaseGauges;
import io.twophase.micrometer.TwoPhaseMetrics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that can be scraped, and that recovers when it is told to. */
final class MeteredHost {

  /** What it says with its port, when it can be scraped. */
  static final String READY = "scrape me at ";

  /** What it is told, to recover once. */
  static final String RECOVER = "recover";

  private MeteredHost() {}

  /** Over a server, whose URI is the one argument, until its input ends. */
  public static void main(String[] args) throws IOException {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/metrics",
        exchange -> {
          byte[] scrape = meters.scrape().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, scrape.length);
          exchange.getResponseBody().write(scrape);
          exchange.close();
        });
    try (MongoStore store = MongoStore.open(args[0], settings());
        TwoPhase twophase =
            TwoPhase.over(store).listener(new TwoPhaseMetrics(observations, meters)).build()) {
      TwoPhaseGauges gauges = TwoPhaseGauges.start(twophase, store, meters, Duration.ofMillis(200));
      try (gauges) {
        http.start();
        System.out.println(READY + http.getAddress().getPort());
        obey(twophase);
      }
    } finally {
      http.stop(0);
    }
  }

  static MongoStoreSettings settings() {
    return MongoStoreSettings.defaults().withProbe(false);
  }

  private static void obey(TwoPhase twophase) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (line.equals(RECOVER)) {
        twophase
            .recovery()
            .pass(RecoveryRequest.olderThan(Duration.ZERO), one -> System.out.println(one));
      }
    }
  }
}
