package io.twophase.cli.testing;

import io.twophase.cli.context.StoreUri;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.EmbeddedUri;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Serves the embedded store of a command until a command is on another one: much of what a command
 * takes is to open its store's directory and to close it.
 */
public final class KeptOpen implements UnaryOperator<StoreUri>, AutoCloseable {

  private final Map<EmbeddedUri, EmbeddedServer> open = new HashMap<>();

  @Override
  public StoreUri apply(StoreUri named) {
    return named instanceof StoreUri.Embedded embedded
        ? new StoreUri.Server(embedded.uri().on(server(embedded.uri())))
        : named;
  }

  /** Returns what serves the store. */
  public EmbeddedServer server(EmbeddedUri uri) {
    if (!open.containsKey(uri)) {
      close();
    }
    return open.computeIfAbsent(uri, EmbeddedUri::openServer);
  }

  /** Gives the directory back, to whatever opens it by itself. */
  @Override
  public void close() {
    open.values().forEach(EmbeddedServer::close);
    open.clear();
  }
}
