package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.bench.server.LatencyProxy;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LatencyProxyTest {

  private static final int ROUND_TRIPS = 5;

  private final ServerSocket echo = listening();
  private final Duration latency = Duration.ofMillis(40);
  private final LatencyProxy proxy =
      LatencyProxy.start(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), echo.getLocalPort()), latency);

  private Socket client;

  @BeforeEach
  void connect() throws IOException {
    var unused = CompletableFuture.runAsync(this::serve);
    client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    client.setTcpNoDelay(true);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    proxy.close();
    echo.close();
  }

  @Test
  void everyRoundTripTakesTheLatencyAtLeastAndNoByteChanges() throws IOException {
    DataOutputStream out = new DataOutputStream(client.getOutputStream());
    DataInputStream in = new DataInputStream(client.getInputStream());
    long start = System.nanoTime();
    for (int trip = 0; trip < ROUND_TRIPS; trip++) {
      out.writeInt(trip);
      assertThat(in.readInt()).isEqualTo(trip);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(latency.multipliedBy(ROUND_TRIPS));
  }

  @Test
  void theEndOfAConnectionIsPassedOn() throws IOException {
    client.shutdownOutput();

    assertThat(client.getInputStream().read()).isEqualTo(-1);
  }

  private void serve() {
    try (Socket connection = echo.accept()) {
      connection.setTcpNoDelay(true);
      connection.getInputStream().transferTo(connection.getOutputStream());
    } catch (IOException closed) {
      // the end of the test
    }
  }

  private static ServerSocket listening() {
    try {
      return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    } catch (IOException fault) {
      throw new AssertionError(fault);
    }
  }
}
