package io.twophase.example;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleServer;
import io.twophase.console.ConsoleSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

/** A host that serves the console of its store. */
public final class ConsoleHost {

  private ConsoleHost() {}

  /** Starts the console, and reads its first page. */
  public static void main(String[] args) throws IOException {
    var store = InMemoryStore.create(Clock.systemUTC());
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      ConsoleSettings settings =
          ConsoleSettings.of(Access.local("ops"))
              .withActions(true)
              .withRedactor((document, path) -> path.equals("email"));
      Console console = Console.over(twophase, store, settings);
      try (ConsoleServer server = ConsoleServer.start(console, "127.0.0.1", 0);
          InputStream page = server.uri().toURL().openStream()) {
        System.out.println(new String(page.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }
}
