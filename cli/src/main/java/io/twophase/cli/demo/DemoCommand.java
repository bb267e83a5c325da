package io.twophase.cli.demo;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.bench.BenchDatabases;
import io.twophase.cli.command.ConsoleCommand;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleServer;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.view.Json;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.EmbeddedUri;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.io.function.IORunnable;
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
    StoreUri store = StoreUri.parse(context().store());
    try (Interruption interruption =
            Interruption.of(context(), () -> "the demo was ended early", Interruption.CLEANING);
        DemoDatabase database = DemoDatabase.on(store, context().isGiven("--store"));
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

  /**
   * A fresh database of a demonstration, which is dropped at the end.
   *
   * @param end ends what is the demonstration's own: the server and its folder
   */
  private record DemoDatabase(String name, StoreUri.Server server, IORunnable end)
      implements AutoCloseable {

    /**
     * A database on the server that {@code store} names, or serves.
     *
     * @param chosen whether the user named the store; if not, the database is in a folder that is
     *     removed at the end
     */
    static DemoDatabase on(StoreUri store, boolean chosen) throws IOException {
      if (store instanceof StoreUri.Server server) {
        return new DemoDatabase(server, () -> {});
      } else if (chosen && store instanceof StoreUri.Embedded embedded) {
        EmbeddedServer own = embedded.uri().openServer();
        return new DemoDatabase(new StoreUri.Server(own.uri()), own::close);
      }
      CommandFailure.badInputIf(
          chosen,
          "store 'memory:' is of one process, and the demo's orders are paid by three: name"
              + " embedded:DIR or mongodb://…, or no store; demo --steps needs none");
      Path folder = Files.createTempDirectory("twophase-demo");
      EmbeddedServer own = EmbeddedUri.of(folder).openServer();
      return new DemoDatabase(
          new StoreUri.Server(own.uri()),
          () -> {
            own.close();
            PathUtils.deleteDirectory(folder);
          });
    }

    private DemoDatabase(StoreUri.Server server, IORunnable end) {
      this(
          "twophase-demo-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX),
          server,
          end);
    }

    /** Returns where processes find the database. */
    String uri() {
      return server.named(name);
    }

    @Override
    public void close() throws IOException {
      try (BenchDatabases databases = new BenchDatabases(server.uri(), () -> {})) {
        databases.drop(name);
      } finally {
        end.run();
      }
    }
  }
}
