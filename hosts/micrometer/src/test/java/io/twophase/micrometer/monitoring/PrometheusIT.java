package io.twophase.micrometer.monitoring;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.embedded.EmbeddedServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a running host. Another process is killed with its holds placed: the
 * alert for that is raised, and ends when the host has recovered what was left.
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

  private final List<Process> processes = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void endProcesses() {
    processes.forEach(process -> process.destroyForcibly().onExit().join());
  }

  /** Its output goes to a file: nobody has to read it for the process to go on. */
  private Process start(String name, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private Process java(Class<?> main, String uri) throws IOException {
    return start(
        main.getSimpleName(),
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName(),
        uri);
  }

  /** What comes after {@code words} in the line of a process that begins with them. */
  private String said(Class<?> main, String words) {
    Path output = folder.resolve(main.getSimpleName());
    return await()
        .atMost(SOON)
        .until(
            () ->
                Files.readString(output)
                    .lines()
                    .filter(line -> line.startsWith(words))
                    .map(line -> line.substring(words.length()))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static boolean hasPrometheus() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, "prometheus")));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** With the rules as they are, but for their times: seconds in place of minutes. */
  private int startPrometheus(String target) throws IOException {
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
    int port = freePort();
    start(
        "Prometheus",
        "prometheus",
        "--config.file=" + folder.resolve("prometheus.yml"),
        "--storage.tsdb.path=" + folder.resolve("data"),
        "--web.listen-address=127.0.0.1:" + port);
    return port;
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

  @Test
  void aKilledOwnerRaisesTheAlertAndRecoveryClearsIt() throws Exception {
    assumeTrue(hasPrometheus(), "skipped: there is no prometheus here (Debian: prometheus)");
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      String uri = server.uri() + "/bank";
      Process host = java(MeteredHost.class, uri);
      int prometheus = startPrometheus(said(MeteredHost.class, MeteredHost.READY));
      await().atMost(SOON).ignoreException(IOException.class).until(() -> isScraped(prometheus));
      assertThat(states(prometheus)).isEmpty();

      Process owner = java(StoppedOwner.class, uri);
      said(StoppedOwner.class, StoppedOwner.HELD);
      owner.destroyForcibly().onExit().join();
      await().atMost(SOON).until(() -> states(prometheus).contains("firing"));

      host.outputWriter().write(MeteredHost.RECOVER + "\n");
      host.outputWriter().flush();
      await().atMost(SOON).until(() -> states(prometheus).isEmpty());

      try (MongoStore store = MongoStore.open(uri, MeteredHost.settings());
          TwoPhase after = TwoPhase.over(store).build()) {
        assertThat(after.audit().run().isClean()).isTrue();
        assertThat(after.transactions().find(transactionId("left")).toString()).contains("DONE");
      }
    }
  }
}
