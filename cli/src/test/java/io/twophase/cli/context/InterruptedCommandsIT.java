package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.bench.ServerProcess;
import io.twophase.cli.process.CommandProcess;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.Signals;
import io.twophase.cli.text.ExitCode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands without an end, that are asked to end by Ctrl-C or SIGTERM, in processes of their own.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGINT")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class InterruptedCommandsIT {

  /** The time that a process may take to be at work, beside others that are. */
  private static final Duration START = Duration.ofMinutes(5);

  /** Far less than a round, or the rest of them, takes. */
  private static final Duration PROMPT = Duration.ofSeconds(40);

  private static final Pattern PAID = Pattern.compile(" · paid [1-9]");

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void aBenchDropsWhatItHasMadeAndEndsItsServer() throws Exception {
    Process bench =
        start("bench", "--seconds", "100", "--accounts", "hot", "--out", folder + "/out.json");
    await().atMost(START).until(() -> names("twophase-bench").length > 0);
    await().atMost(START).until(() -> bench.descendants().findAny().isPresent());
    List<ProcessHandle> servers = bench.descendants().toList();

    assertThat(end(bench, "INT")).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(complaints())
        .last()
        .asString()
        .contains("interrupted after 0 rounds", "no file was written", "the same command again");
    assertThat(names("twophase-bench")).isEmpty();
    assertThat(names("out.json")).isEmpty();
    assertThat(names(".twophase")).isEmpty();
    assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
  }

  /** The bench drops databases there, and reads what the last rounds came to. */
  @Test
  void theServerOfABenchLivesAsLongAsTheBenchMayCleanUp() {
    assertThat(ServerProcess.GRACE).isGreaterThan(Interruption.CLEANING);
  }

  @Test
  void aDemoEndsItsWorkersAndChecksWhatTheyHavePaid() throws Exception {
    Process demo = start("demo", "--for", "100s");
    await().atMost(START).until(() -> PAID.matcher(said("out")).find());
    List<ProcessHandle> workers = demo.descendants().toList();

    assertThat(end(demo, "INT")).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(said("out").lines()).last().asString().contains(" · lost 0 · doubled 0");
    assertThat(complaints()).containsExactly("twophase: the demo was ended early");
    assertThat(names("twophase-demo")).isEmpty();
    assertThat(workers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
  }

  @Tag("deep")
  @Test
  void theWorkersOfADemoEndWithIt() throws Exception {
    Process demo = start("demo", "--for", "100s");
    await().atMost(START).until(() -> PAID.matcher(said("out")).find());
    List<ProcessHandle> workers = demo.descendants().toList();

    demo.destroyForcibly();

    await().atMost(PROMPT).until(() -> workers.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void aServerSaysThatItHasEnded() throws Exception {
    Process server = start("server", "--port", "0", "--dir", folder.resolve("data").toString());
    await().atMost(START).until(() -> said("out").contains("listening on "));

    assertThat(end(server, "TERM")).isEqualTo(ExitCode.TERMINATED);

    assertThat(complaints()).containsExactly("twophase: the server has ended");
  }

  @Test
  void aConsoleServesUntilItIsEnded() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A");
    Process console = start("--store", store, "--json", "console", "--port", "0");
    await().atMost(START).until(() -> said("out").contains("}"));
    JsonNode answer = new ObjectMapper().readTree(said("out"));

    HttpResponse<String> page = page(URI.create(answer.get("uri").asText()));

    assertThat(page.body()).contains("read-only");
    assertThat(answer.get("actions").asBoolean()).isFalse();
    assertThat(end(console, "TERM")).isEqualTo(ExitCode.TERMINATED);
    assertThat(complaints()).containsExactly("twophase: the console has ended");
  }

  @Test
  void aConsoleLogsWhatItCannotAnswer() throws Exception {
    Path broken = folder.resolve("io/twophase/console/pages/periods.mustache");
    Files.createDirectories(broken.getParent());
    Files.writeString(broken, "{{#open}}");
    ProcessBuilder console = command("--store", "memory:", "--json", "console", "--port", "0");
    console.command().replaceAll(it -> it.endsWith(".jar") ? folder + File.pathSeparator + it : it);
    start(console);
    await().atMost(START).until(() -> said("out").contains("}"));
    URI first = URI.create(new ObjectMapper().readTree(said("out")).get("uri").asText());

    HttpResponse<String> page = page(first.resolve("periods"));

    assertThat(page.statusCode()).isEqualTo(500);
    assertThat(page.body()).contains("its log has the fault");
    assertThat(said("err")).contains("could not answer GET /periods", "MustacheParseException");
  }

  @Test
  void aWatchSaysHowManyItHasSeenTo() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A");
    Process watch = start("--store", store, "recover", "--watch", "1s");
    await().atMost(START).until(() -> hasOpen(watch, folder.resolve("data")));

    assertThat(end(watch, "INT")).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(complaints())
        .containsExactly(
            "twophase: recovery is ended; 0 transactions seen to, which stays; to go on with the"
                + " others: the same command again");
  }

  private static HttpResponse<String> page(URI uri) throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .followRedirects(HttpClient.Redirect.NORMAL)
        .build()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static boolean hasOpen(Process process, Path store) throws IOException {
    Path owner = store.resolve("owner");
    return Files.exists(owner) && Files.readString(owner).startsWith(process.pid() + " ");
  }

  private Process start(String... words) throws IOException {
    return start(command(words));
  }

  private ProcessBuilder command(String... words) {
    return CommandProcess.builder(List.of("-Djava.io.tmpdir=" + folder), words);
  }

  private Process start(ProcessBuilder command) throws IOException {
    Process process =
        command
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    started.add(process);
    return process;
  }

  private int end(Process process, String signal) throws Exception {
    assumeFalse(
        signal.equals("INT") && Signals.isInterruptIgnored(),
        "SIGINT is ignored here: run the tests in the foreground");
    Signals.send(signal, process);
    assertThat(process.waitFor(PROMPT.toSeconds(), TimeUnit.SECONDS)).as(said("err")).isTrue();
    return process.exitValue();
  }

  private List<String> complaints() throws IOException {
    return said("err").lines().toList();
  }

  private String said(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  private String[] names(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          .toArray(String[]::new);
    }
  }
}
