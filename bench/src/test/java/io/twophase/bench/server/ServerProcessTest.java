package io.twophase.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's process is there while it is measured, and gone then. */
class ServerProcessTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path directory;

  @Test
  void itIsThereUntilItIsClosed() throws IOException {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    List<ProcessHandle> started;
    try (ServerProcess server = ServerProcess.start(FakeServer.class.getName(), directory)) {
      assertThat(server.uri()).isEqualTo("mongodb://127.0.0.1:4711");
      started =
          ProcessHandle.current().children().filter(child -> !before.contains(child)).toList();
      assertThat(started).hasSize(1).allMatch(ProcessHandle::isAlive);
    }
    assertThat(started).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void aServerThatDoesNotStartIsAFaultWithWhatItSaid() throws IOException {
    Files.createFile(directory.resolve("in-use"));

    assertThatThrownBy(() -> ServerProcess.start(FakeServer.class.getName(), directory))
        .isInstanceOf(IOException.class)
        .hasMessage("the server does not start: twophase: the directory is in use");
  }

  @Test
  void aProcessThatIsToldToEndWaitsForNoServerThatStarts() throws Exception {
    Files.createFile(directory.resolve("silent"));
    Process starting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StartingProcess.class.getName(),
                directory.toString())
            .inheritIO()
            .start();
    await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("started")));
    List<ProcessHandle> servers = starting.descendants().toList();

    starting.destroy();

    assertThat(starting.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(directory.resolve("outcome")).hasContent("stopped");
    assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
  }
}
