package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.embedded.storage.DirectoryInUseException;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.Faults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {

  /** As netty wraps what the system says to a process that may open no more files. */
  @Test
  void ofAFaultThatIsWrappedTheReasonIsSaidAndWhatHelps() {
    Exception wrapped =
        new IllegalStateException(
            "failed to create a child event loop",
            new IllegalStateException(
                "failed to open a new selector", new IOException("Too many open files")));

    assertThat(Faults.bottom(wrapped))
        .isEqualTo("Too many open files; this process may open more files after: ulimit -n 4096");
  }

  @TempDir Path temporary;

  @Test
  void listensOnTheLoopbackAddressOnly() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
      assertThat(server.uri()).isEqualTo("mongodb://127.0.0.1:" + server.address().getPort());
    }
  }

  @Test
  void closingTwiceIsClosingOnce() {
    EmbeddedServer server = EmbeddedServer.open(temporary, 0);
    server.close();
    EmbeddedServer next = EmbeddedServer.open(temporary, 0);
    server.close();
    assertThatThrownBy(() -> EmbeddedServer.open(temporary, 0))
        .isInstanceOf(DirectoryInUseException.class);
    next.close();
  }

  @Test
  void aPortThatIsTakenIsRefusedByNumberAndTheDirectoryGivenBack() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThatThrownBy(() -> EmbeddedServer.open(temporary, port))
          .isInstanceOf(EmbeddedStoreException.class)
          .isNotInstanceOf(DirectoryInUseException.class)
          .hasMessageContaining("port " + port);
    }
    EmbeddedServer.open(temporary, 0).close();
  }
}
