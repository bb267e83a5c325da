package io.twophase.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands on the loopback address in front of a server that is further away than it is: each
 * direction of each connection is a {@link DelayLine} of half the latency.
 */
public final class LatencyProxy implements AutoCloseable {

  private static final int BACKLOG = 256;

  private final InetSocketAddress server;
  private final long oneWayNanos;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private LatencyProxy(InetSocketAddress server, Duration latency) throws IOException {
    this.server = server;
    this.oneWayNanos = latency.toNanos() / 2;
    this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /**
   * In front of {@code server}, {@code latency} to the round trip.
   *
   * @throws UncheckedIOException if there is no port to listen on
   */
  public static LatencyProxy start(InetSocketAddress server, Duration latency) {
    try {
      LatencyProxy proxy = new LatencyProxy(server, latency);
      inBackground(proxy::accept);
      return proxy;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Where it listens, on the loopback address. */
  public int port() {
    return listener.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      open.add(client);
      inBackground(() -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    Socket connected = new Socket(server.getAddress(), server.getPort());
    open.add(connected);
    client.setTcpNoDelay(true);
    connected.setTcpNoDelay(true);
    direct(client, connected);
    direct(connected, client);
  }

  private void direct(Socket from, Socket to) {
    DelayLine line = new DelayLine(oneWayNanos);
    inBackground(() -> line.take(from.getInputStream()));
    inBackground(
        () -> {
          try {
            line.give(to.getOutputStream());
          } finally {
            end(from);
            end(to);
          }
        });
  }

  private void end(Socket socket) throws IOException {
    open.remove(socket);
    socket.close();
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // the end of a connection, or of this proxy
              } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
              }
            },
            "bench-latency");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
