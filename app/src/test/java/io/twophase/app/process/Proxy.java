package io.twophase.app.process;

import io.twophase.app.testing.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;

/**
 * A network between one process and the server that is slow with one message: it holds a transfer's
 * write back until told, and lets all else pass.
 */
final class Proxy implements AutoCloseable {

  private static final long LIMIT_SECONDS = 30;

  private final Write heldBack;
  private final int serverPort;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger seen = new AtomicInteger();
  private final CompletableFuture<WireMessage> held = new CompletableFuture<>();
  private final CountDownLatch delivery = new CountDownLatch(1);
  private final CompletableFuture<BsonDocument> answer = new CompletableFuture<>();

  private Proxy(Write heldBack, int serverPort) throws IOException {
    this.heldBack = heldBack;
    this.serverPort = serverPort;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** In front of the server on this port. */
  static Proxy holdingBack(Write write, int serverPort) throws IOException {
    Proxy proxy = new Proxy(write, serverPort);
    inBackground(proxy::accept);
    return proxy;
  }

  /** Where the process finds the server. */
  String uri() {
    return Member.uri(listener.getLocalPort());
  }

  /** Waits until the write is on its way; it goes no further. */
  void awaitHeld() throws InterruptedException {
    get(held);
  }

  /** Lets the write arrive, and answers what the server says to it. */
  BsonDocument deliver() throws InterruptedException {
    delivery.countDown();
    return get(answer);
  }

  private static <T> T get(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException fault) {
      throw new AssertionError("the message did not come", fault);
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      sockets.addAll(List.of(client, server));
      inBackground(() -> forward(client, server));
      inBackground(() -> back(server, client));
    }
  }

  private void forward(Socket client, Socket server) throws IOException {
    try (client;
        server) {
      Optional<WireMessage> message = WireMessage.read(client.getInputStream());
      while (message.isPresent()) {
        boolean late = isHeldBack(message.get());
        if (late) {
          held.complete(message.get());
          awaitDelivery();
        }
        message.get().write(server.getOutputStream());
        if (late) {
          // whoever sent it may be gone: the connection stays until the server has answered
          answer.join();
        }
        message = WireMessage.read(client.getInputStream());
      }
    }
  }

  private void back(Socket server, Socket client) throws IOException {
    Optional<WireMessage> message = WireMessage.read(server.getInputStream());
    while (message.isPresent()) {
      if (held.isDone() && held.join().requestId() == message.get().responseTo()) {
        answer.complete(message.get().body());
      }
      message.get().write(client.getOutputStream());
      message = WireMessage.read(server.getInputStream());
    }
  }

  private boolean isHeldBack(WireMessage message) {
    return heldBack.isLike(message.body()) && seen.incrementAndGet() == heldBack.turn();
  }

  private void awaitDelivery() {
    try {
      delivery.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // the end of a connection
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
