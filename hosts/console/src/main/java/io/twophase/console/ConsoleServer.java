package io.twophase.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a console by the JDK's own HTTP server, at a port of its own. Without the system property
 * {@code sun.net.httpserver.maxReqTime}, in seconds, that server waits for ever for a request that
 * does not come whole. To be closed before the store: closing ends the requests that are under way
 * within a second, and closes the console.
 */
public final class ConsoleServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ConsoleServer.class);

  /** Requests at a time; more are refused by closing their connections. */
  private static final int MOST_THREADS = 64;

  private final Console console;
  private final HttpServer server;
  private final ExecutorService threads;
  private final URI uri;

  private ConsoleServer(Console console, HttpServer server, ExecutorService threads, URI uri) {
    this.console = console;
    this.server = server;
    this.threads = threads;
    this.uri = uri;
  }

  /**
   * Begins to serve.
   *
   * @param host the name or address of this machine where it listens
   * @param port zero for any that is free
   * @throws IOException if it cannot listen there
   * @throws IllegalArgumentException if the console knows its callers only by their being on this
   *     machine, and {@code host} can be reached from others
   */
  public static ConsoleServer start(Console console, String host, int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("there is no host " + host);
    }
    if (console.isLocal() && !address.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          host + " can be reached from other machines: a console there needs tokens");
    }
    HttpServer server = HttpServer.create(address, 0);
    ExecutorService threads =
        new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread daemon = new Thread(task, "twophase-console");
              daemon.setDaemon(true);
              return daemon;
            });
    server.setExecutor(threads);
    server.createContext("/", exchange -> serve(console, exchange));
    server.start();
    String name = host.contains(":") ? "[" + host + "]" : host;
    return new ConsoleServer(
        console,
        server,
        threads,
        URI.create("http://" + name + ":" + server.getAddress().getPort() + console.base() + "/"));
  }

  /** The address of the first page. */
  public URI uri() {
    return uri;
  }

  private static void serve(Console console, HttpExchange exchange) {
    try (exchange) {
      Map<String, String> headers = new HashMap<>();
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      Response response =
          console.handle(
              Request.of(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().getPath(),
                  exchange.getRequestURI().getRawQuery(),
                  headers,
                  exchange.getRequestBody()));
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      response.headers().forEach(exchange.getResponseHeaders()::set);
      boolean isEmpty = isHead || response.status() == 303;
      exchange.sendResponseHeaders(response.status(), isEmpty ? -1 : 0);
      if (!isEmpty) {
        try (OutputStream out = exchange.getResponseBody()) {
          response.body().writeTo(out);
        }
      }
    } catch (IOException gone) {
      LOG.debug("a caller has gone away", gone);
    }
  }

  @Override
  public void close() {
    console.close();
    server.stop(1);
    threads.shutdownNow();
  }
}
