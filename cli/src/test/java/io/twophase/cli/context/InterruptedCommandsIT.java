package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.bench.ServerProcess;
import io.twophase.cli.process.CommandProcess;
import io.twophase.cli.testing.CommandRun;
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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that are asked to end by Ctrl-C or SIGTERM, in processes of their own: those without an
 * end, and files of many rows, which say how far they came, and which command goes on.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGINT")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class InterruptedCommandsIT {

  private static final int SIGINT = 2;

  /** The time that a process may take to be at work, beside others that are. */
  private static final Duration START = Duration.ofMinutes(5);

  /** Far less than a demo takes. */
  private static final Duration PROMPT = Duration.ofSeconds(40);

  private static final Pattern PAID = Pattern.compile(" · paid [1-9]");

  @TempDir Path folder;
  private final List<CommandProcess> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    for (CommandProcess process : started) {
      process.handle().descendants().forEach(ProcessHandle::destroyForcibly);
      process.close();
    }
  }

  @Test
  void aBenchDropsWhatItHasMadeAndEndsItsServer() throws Exception {
    CommandProcess bench =
        start("bench", "--seconds", "100", "--accounts", "hot", "--out", folder + "/out.json");
    await().atMost(START).until(() -> names("twophase-bench").length > 0);
    await().atMost(START).until(() -> !children(bench).isEmpty());
    List<ProcessHandle> servers = children(bench);

    assertThat(end(bench, "INT")).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(complaints(bench))
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

  /** Without a store it is on one of its own, and says how to repeat it. */
  @Test
  void aDemoEndsItsWorkersAndChecksWhatTheyHavePaid() throws Exception {
    CommandProcess demo = demoThatPays();
    List<ProcessHandle> workers = children(demo);

    assertThat(end(demo, "INT")).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(demo.output())
        .containsPattern("console +http://127\\.0\\.0\\.1:\\d+/")
        .contains("twophase demo --for 100s --seed 7")
        .containsPattern("\n +\\d+ s +orders [1-9]")
        .containsPattern("\norders \\d+ · paid \\d+ · .* · lost 0 · doubled 0\n");
    assertThat(complaints(demo)).containsExactly("twophase: the demo was ended early");
    assertThat(names("twophase-demo")).isEmpty();
    assertThat(workers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
  }

  @Tag("deep")
  @Test
  void theWorkersOfADemoEndWithIt() throws Exception {
    CommandProcess demo = demoThatPays();
    List<ProcessHandle> workers = children(demo);

    demo.kill();

    await().atMost(PROMPT).until(() -> workers.stream().noneMatch(ProcessHandle::isAlive));
  }

  private CommandProcess demoThatPays() throws IOException {
    CommandProcess demo = start("demo", "--for", "100s", "--seed", "7");
    await().atMost(START).until(() -> PAID.matcher(demo.output()).find());
    return demo;
  }

  @Test
  void aServerServesTheDirectoryThatTheStoreNamesUntilItIsEnded() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "5");
    CommandProcess server = start("--store", store, "server", "--port", "0");
    server.awaitOutput(", documents in " + folder.resolve("data"));
    String uri = server.output().split("[ ,]+", -1)[2];
    assertThat(CommandRun.on(uri, "account", "show", "A").out()).contains("5.00");

    assertThat(end(server, "TERM")).isEqualTo(ExitCode.TERMINATED);

    assertThat(complaints(server)).containsExactly("twophase: the server has ended");
  }

  @Test
  void aConsoleServesUntilItIsEnded() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A");
    CommandProcess console = start("--store", store, "--json", "console", "--port", "0");
    console.awaitOutput("}");
    JsonNode answer = new ObjectMapper().readTree(console.output());

    HttpResponse<String> page = page(URI.create(answer.get("uri").asText()));

    assertThat(page.body()).contains("read-only");
    assertThat(answer.get("actions").asBoolean()).isFalse();
    assertThat(end(console, "TERM")).isEqualTo(ExitCode.TERMINATED);
    assertThat(complaints(console)).containsExactly("twophase: the console has ended");
  }

  @Test
  void aConsoleLogsWhatItCannotAnswer() throws Exception {
    Path broken = folder.resolve("io/twophase/console/pages/periods.mustache");
    Files.createDirectories(broken.getParent());
    Files.writeString(broken, "{{#open}}");
    List<String> path = List.of("-cp", folder + File.pathSeparator + CommandProcess.JAR);
    CommandProcess console = start(path, "--store", "memory:", "--json", "console", "--port", "0");
    console.awaitOutput("}");
    URI first = URI.create(new ObjectMapper().readTree(console.output()).get("uri").asText());

    HttpResponse<String> page = page(first.resolve("periods"));

    assertThat(page.statusCode()).isEqualTo(500);
    assertThat(page.body()).contains("its log has the fault");
    assertThat(console.output())
        .contains("could not answer GET /periods", "MustacheParseException");
  }

  @Test
  void aWatchSaysHowManyItHasSeenTo() throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A");
    CommandProcess watch = start("--store", store, "recover", "--watch", "1s");
    await().atMost(START).until(() -> hasOpen(watch, folder.resolve("data")));

    assertThat(end(watch, "INT")).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(complaints(watch))
        .containsExactly(
            "twophase: recovery is ended; 0 transactions seen to, which stays; to go on with the"
                + " others: the same command again");
  }

  @Test
  void anImportOnSigterm() throws Exception {
    String file = file("source,destination,amount", Collections.nCopies(60_000, "A,B,0.01"));

    assertInterrupted("TERM", 60_000, "rows", "import", "transfers", "--transfers", file);
  }

  @Test
  void aRunOnControlC() throws Exception {
    String request =
        "{\"operations\": [{\"debit\": \"A\", \"amount\": \"0.01\"}, {\"credit\": \"B\","
            + " \"amount\": \"0.01\"}, {\"insert\": \"notes\", \"document\": {\"_id\": %d}}]}";
    String file = file("", IntStream.range(0, 8_000).mapToObj(request::formatted).toList());

    assertInterrupted("INT", 8_000, "transactions", "run", "transactions", file);
  }

  private String file(String header, List<String> lines) throws IOException {
    Path file = folder.resolve("file");
    Files.write(file, Stream.concat(Stream.of(header), lines.stream()).toList());
    return file.toString();
  }

  /** As many are done as it says, each of them whole, and far from all. */
  private void assertInterrupted(
      String signal, int lines, String noun, String command, String counted, String... words)
      throws Exception {
    String store = "embedded:" + folder.resolve("data");
    CommandRun.on(store, "account", "open", "A", "--balance", "1000000");
    CommandRun.on(store, "account", "open", "B");
    String[] all =
        Stream.concat(Stream.of("--store", store, command), Stream.of(words))
            .toArray(String[]::new);
    CommandProcess process = start(List.of("-D" + Progress.TERMINAL + "=true"), all);
    // the bar is there, and counts
    process.awaitOutput(counted);

    assertThat(end(process, signal))
        .isEqualTo(signal.equals("INT") ? ExitCode.INTERRUPTED : ExitCode.TERMINATED);

    Matcher line =
        Pattern.compile(
                "interrupted: (\\d+) of %d %s have their answer, which stays; to go on with the others: the same %s again"
                    .formatted(lines, noun, command))
            .matcher(process.output());
    assertThat(line.find()).as(process.output()).isTrue();
    JsonNode audit = CommandRun.on(store, "--json", "audit").succeeds().json();
    assertThat(audit.get("transactions").path("done").asLong())
        .isEqualTo(Long.parseLong(line.group(1)))
        .isLessThan(lines);
  }

  private static HttpResponse<String> page(URI uri) throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .followRedirects(HttpClient.Redirect.NORMAL)
        .build()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static boolean hasOpen(CommandProcess process, Path store) throws IOException {
    Path owner = store.resolve("owner");
    return Files.exists(owner) && Files.readString(owner).startsWith(process.handle().pid() + " ");
  }

  private static List<ProcessHandle> children(CommandProcess process) {
    return process.handle().descendants().toList();
  }

  private CommandProcess start(String... words) throws IOException {
    return start(List.of("-Djava.io.tmpdir=" + folder), words);
  }

  private CommandProcess start(List<String> options, String... words) throws IOException {
    CommandProcess process = CommandProcess.start(folder.resolve("said"), options, words);
    started.add(process);
    return process;
  }

  private static int end(CommandProcess process, String signal) throws Exception {
    assumeFalse(
        signal.equals("INT") && isInterruptIgnored(),
        "SIGINT is ignored here: run the tests in the foreground");
    return process.end(signal);
  }

  /** A shell's background job ignores SIGINT, and so does all that it starts. */
  private static boolean isInterruptIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.isReadable(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16))
            .anyMatch(ignored -> (ignored & (1L << (SIGINT - 1))) != 0);
  }

  private static List<String> complaints(CommandProcess process) {
    return process.output().lines().filter(line -> line.startsWith("twophase: ")).toList();
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
