package io.twophase.adapter.mongo.scene;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.network.Cutting;
import io.twophase.adapter.mongo.network.Cutting.Cut;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.Stalling;
import io.twophase.adapter.mongo.network.Upstream;
import io.twophase.adapter.mongo.network.WireMessage;
import io.twophase.adapter.mongo.testing.Servers;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Steps on the connections between a store and its server, which go by a proxy then. */
final class Connections implements Route, AutoCloseable {

  private final Cutting cutting = new Cutting();
  private final Stalling stalling = new Stalling();
  private @Nullable Proxy proxy;
  private @Nullable MongoClient client;
  private volatile Route route = cutting;

  /** A client of a server, by way of the proxy. */
  MongoClient client(String uri, String options) {
    proxy = Proxy.before(Servers.address(uri), this);
    client = proxy.client(options);
    return client;
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    return route.carry(request, server);
  }

  /** Some commands of a name are cut off, before or after the server has done them. */
  public void cut(Cut when, String command, int letThrough, int times) {
    cutting.cut(when, command, letThrough, times);
  }

  /** The answers to commands of a name stay away. */
  public void stall(String command) {
    stalling.stall(command);
    route = stalling;
  }

  /** The answers come, for good. */
  public void release() {
    stalling.release();
  }

  /** The client is closed once the server has done a command of a name. */
  public void closing(String command) {
    route =
        (request, server) -> {
          Optional<WireMessage> answer = Optional.of(server.ask(request));
          if (request.isOf(command) && client != null) {
            client.close();
            return Optional.empty();
          }
          return answer;
        };
  }

  /** The server is gone once it has answered a command of a name. */
  public void vanishing(String command) {
    AtomicBoolean isGone = new AtomicBoolean();
    route =
        (request, server) ->
            isGone.getAndSet(isGone.get() || request.isOf(command))
                ? Optional.empty()
                : Optional.of(server.ask(request));
  }

  /** The server is gone. */
  public void gone() {
    if (proxy != null) {
      proxy.close();
    }
  }

  @Override
  public void close() {
    release();
    gone();
    if (client != null) {
      client.close();
    }
  }
}
