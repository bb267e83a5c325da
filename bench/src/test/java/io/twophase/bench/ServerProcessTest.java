package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's process is there while it is measured, and gone then. */
class ServerProcessTest {

  @TempDir Path directory;

  @Test
  void itIsThereUntilItIsClosed() throws IOException {
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    List<ProcessHandle> started;
    Path named = Files.createDirectory(directory.resolve("a-warning"));
    try (ServerProcess server = ServerProcess.start(FakeServer.class.getName(), named)) {
      assertThat(server.uri()).isEqualTo("mongodb://127.0.0.1:4711");
      started =
          ProcessHandle.current().children().filter(child -> !before.contains(child)).toList();
      assertThat(started).hasSize(1).allMatch(ProcessHandle::isAlive);
    }
    assertThat(started).noneMatch(ProcessHandle::isAlive);
  }

  /** Output that nobody reads fills the pipe, and then the server waits for ever to write more. */
  @Test
  void aServerMaySayMoreThanItsFirstLine() throws Exception {
    Files.createFile(directory.resolve("talkative"));
    try (ServerProcess server = ServerProcess.start(FakeServer.class.getName(), directory)) {
      Path end = directory.resolve("has-said-all");
      for (int waits = 0; !Files.exists(end) && waits < 1_000; waits++) {
        Thread.sleep(10);
      }
      assertThat(end).exists();
      assertThat(server.uri()).isNotEmpty();
    }
  }

  @Test
  void aServerThatDoesNotStartIsAFaultWithWhatItSaid() throws IOException {
    Files.createFile(directory.resolve("in-use"));

    assertThatThrownBy(() -> ServerProcess.start(FakeServer.class.getName(), directory))
        .isInstanceOf(IOException.class)
        .hasMessage("the server does not start: twophase: the directory is in use");
  }
}
