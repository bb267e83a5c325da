package io.twophase.micrometer.monitoring;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.micrometer.TwoPhaseGauges;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.WriteKind;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a running host. Another process dies with its holds placed: the alert
 * for that is raised, and ends when the host has recovered what was left.
 */
@EnabledIfSystemProperty(
    named = "twophase.prometheus",
    matches = "true",
    disabledReason = "it starts a Prometheus: ./mvnw verify -P prometheus runs it")
@Timeout(300)
class PrometheusIT {

  private static final String ALERT = "TwophaseTransactionsStuck";
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private final InMemoryStore store = Monitoring.store();
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private static boolean hasPrometheus() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, "prometheus")));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Serves what is scraped, on any port. */
  private HttpServer serve() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] scrape = meters.scrape().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, scrape.length);
          exchange.getResponseBody().write(scrape);
          exchange.close();
        });
    server.start();
    return server;
  }

  /** With the rules as they are, but for their times: seconds in place of minutes. */
  private Process startPrometheus(int target, int port) throws IOException {
    String rules =
        Monitoring.text(Monitoring.RULES).replace("> 3600", "> 2").replace("for: 5m", "for: 2s");
    Files.writeString(folder.resolve("rules.yml"), rules);
    Files.writeString(
        folder.resolve("prometheus.yml"),
        """
        global:
          scrape_interval: 1s
          evaluation_interval: 1s
        rule_files: [rules.yml]
        scrape_configs:
          - job_name: bank
            static_configs:
              - targets: ["127.0.0.1:%s"]
        """
            .formatted(target));
    return new ProcessBuilder(
            "prometheus",
            "--config.file=" + folder.resolve("prometheus.yml"),
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start();
  }

  private JsonNode ask(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path)).build();
    return new ObjectMapper()
        .readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
        .get("data");
  }

  /** The states of an alert, and no others: {@code pending} or {@code firing}. */
  private List<String> states(int port) throws IOException, InterruptedException {
    List<String> states = new ArrayList<>();
    for (JsonNode alert : ask(port, "alerts").get("alerts")) {
      if (alert.get("labels").get("alertname").asText().equals(ALERT)) {
        assertThat(alert.get("labels").get("state").asText()).isEqualTo("pending");
        states.add(alert.get("state").asText());
      }
    }
    return states;
  }

  private boolean isScraped(int port) throws IOException, InterruptedException {
    return ask(port, "query?query=twophase_unfinished").get("result").size() > 0;
  }

  private void dieWithHoldsPlaced() {
    FaultyStore dying = FaultyStore.over(store);
    dying.faults().when(WriteKind.HOLD).dies();
    try (TwoPhase owner = TwoPhase.over(dying).build()) {
      assertThatThrownBy(() -> owner.transfers().transfer(Monitoring.transfer("left")))
          .isInstanceOf(ProcessDied.class);
    }
  }

  @Test
  void aDeadOwnerRaisesTheAlertAndRecoveryClearsIt() throws Exception {
    assumeTrue(hasPrometheus(), "skipped: there is no prometheus here (Debian: prometheus)");
    HttpServer metrics = serve();
    int port = freePort();
    Process prometheus = startPrometheus(metrics.getAddress().getPort(), port);
    try (TwoPhase host = Monitoring.host(store, meters);
        TwoPhaseGauges gauges = TwoPhaseGauges.start(host, store, meters, Duration.ofMillis(200))) {
      assertThat(gauges).isNotNull();
      await().atMost(SOON).ignoreException(IOException.class).until(() -> isScraped(port));
      assertThat(states(port)).isEmpty();

      dieWithHoldsPlaced();
      await().atMost(SOON).until(() -> states(port).contains("firing"));

      host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
      await().atMost(SOON).until(() -> states(port).isEmpty());

      assertThat(host.audit().run().isClean()).isTrue();
      assertThat(host.transactions().find(transactionId("left")).toString()).contains("DONE");
    } finally {
      prometheus.destroyForcibly().onExit().join();
      metrics.stop(0);
    }
  }
}
