package io.twophase.cli.demo;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.bench.BenchDatabases;
import io.twophase.cli.command.ConsoleCommand;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.context.StoreUri.OwnServer;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleServer;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.view.Json;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows Twophase at work while processes die, or the protocol's steps. */
@Command(name = "demo")
public final class DemoCommand extends SessionCommand implements Callable<Integer> {

  private static final String HOST = "127.0.0.1";
  private static final String FOR = "--for";
  private static final String PORT = "--port";
  private static final String SEED = "--seed";

  @Option(names = FOR, paramLabel = "T", defaultValue = "60s", converter = Durations.class)
  Duration time = Duration.ZERO;

  @Option(names = PORT, paramLabel = "P", defaultValue = "0")
  int port;

  @Option(names = SEED, paramLabel = "N")
  @Nullable Long seed;

  @Option(names = "--steps")
  boolean steps;

  @Option(names = "--all")
  boolean all;

  @Override
  public Integer call() throws IOException {
    if (steps || all) {
      context()
          .refuse(
              List.of(FOR, PORT, SEED),
              "demo: the steps take no %s; leave it out, or --steps and --all");
      return told(Demo.run());
    }
    ConsoleCommand.requirePort(port);
    CommandFailure.badInputIf(
        time.compareTo(Duration.ofSeconds(1)) < 0,
        FOR + " " + Durations.text(time) + " is below 1s");
    long drawn = seed == null ? new Random().nextInt(1_000_000) : seed;
    try (Interruption interruption =
        Interruption.of(context(), () -> "the demo was ended early", Interruption.CLEANING)) {
      return OwnServer.with(
          context(),
          "store 'memory:' is of one process, and the demo's orders are paid by three: name"
              + " embedded:DIR or mongodb://…, or no store; demo --steps needs none",
          "twophase-demo",
          store -> {
            EmbeddedServer own = store.openServer();
            return new OwnServer(own.uri(), own::close);
          },
          server -> play(server, interruption, drawn));
    }
  }

  private int play(StoreUri.Server server, Interruption interruption, long drawn)
      throws IOException {
    StoreUri store = StoreUri.parse(context().store());
    try (DemoDatabase database =
            new DemoDatabase(
                "twophase-demo-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX),
                server);
        MongoStore opened = MongoStore.open(database.uri(), context().settings(store));
        TwoPhase twophase =
            TwoPhase.over(opened)
                .settings(TwoPhase.settings("shop").withHeartbeat(ShopWorker.HEARTBEAT))
                .build();
        ConsoleServer console =
            ConsoleCommand.start(
                Console.over(
                    twophase,
                    opened,
                    ConsoleSettings.of(Access.local(System.getProperty("user.name")))),
                HOST,
                port);
        BusyDemo shop = new BusyDemo(context(), interruption, twophase, database.uri(), drawn)) {
      String again = "demo --for " + Durations.text(time) + " --seed " + drawn;
      List.of(
              "Three processes pay the orders of a shop. Each second one of the three is killed.",
              "console   " + console.uri(),
              "database  " + database.name() + " on " + opened.describe() + ", removed at the end",
              "again     twophase " + again,
              "")
          .forEach(context()::tell);
      BusyDemo.Result result = shop.run(time);
      Map<String, Object> json = new LinkedHashMap<>(result.counts());
      json.put("seed", drawn);
      json.put("findings", result.findings());
      context().answer(() -> json, () -> "\n" + BusyDemo.line(result.counts()));
      return noted(result.findings());
    }
  }

  /** Tells the steps; refused, if something is wrong with the books. */
  int told(Story story) {
    context().answer(() -> Json.components(story), () -> DemoText.of(story, all));
    return noted(story.faults());
  }

  /** A fresh database of a demonstration, which is dropped at the end. */
  private record DemoDatabase(String name, StoreUri.Server server) implements AutoCloseable {

    /** Returns where processes find the database. */
    String uri() {
      return server.named(name);
    }

    @Override
    public void close() {
      try (BenchDatabases databases = new BenchDatabases(server.uri(), () -> {})) {
        databases.drop(name);
      }
    }
  }
}
