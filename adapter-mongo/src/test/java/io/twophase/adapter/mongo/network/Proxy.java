package io.twophase.adapter.mongo.network;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Stands before a server, on the loopback address; a {@link Route} says what gets through. */
public final class Proxy implements AutoCloseable {

  private static final int BACKLOG = 50;

  private final InetSocketAddress server;
  private final Route road;
  private final ServerSocket listener;
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();

  private Proxy(InetSocketAddress server, Route road) throws IOException {
    this.server = server;
    this.road = road;
    this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /** Before the server at an address. */
  public static Proxy before(InetSocketAddress server, Route road) {
    try {
      Proxy proxy = new Proxy(server, road);
      inBackground(proxy::accept);
      return proxy;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Where a driver finds the server through it. */
  public String uri() {
    return "mongodb://127.0.0.1:" + listener.getLocalPort();
  }

  /** A client that looks again at once for a server whose connection was cut. */
  public MongoClient client(String options) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(uri() + "/?" + options))
            .applyToServerSettings(
                server -> server.minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
            .build());
  }

  private void accept() throws IOException {
    while (!listener.isClosed()) {
      Socket client = listener.accept();
      client.setTcpNoDelay(true);
      open.add(client);
      inBackground(() -> pass(client));
    }
  }

  /** A connection has one request at a time. */
  private void pass(Socket client) throws IOException {
    try (client;
        Upstream upstream = Upstream.connect(server)) {
      open.add(upstream);
      Optional<WireMessage> request = WireMessage.read(client.getInputStream());
      while (request.isPresent()) {
        Optional<WireMessage> answer = road.carry(request.get(), upstream);
        if (answer.isEmpty()) {
          return;
        }
        tell(client, answer.get(), upstream);
        request = WireMessage.read(client.getInputStream());
      }
    }
  }

  private static void tell(Socket client, WireMessage first, Upstream upstream) throws IOException {
    WireMessage answer = first;
    answer.write(client.getOutputStream());
    while (answer.isFollowedByMore()) {
      answer = upstream.next();
      answer.write(client.getOutputStream());
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

  /** Cuts all connections and takes no more. */
  @Override
  public void close() {
    try {
      listener.close();
      for (AutoCloseable connection : open) {
        connection.close();
      }
    } catch (Exception fault) {
      throw new IllegalStateException("a connection does not close", fault);
    }
  }
}
