package io.twophase.app.network.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.WireMessage;
import io.twophase.embedded.KilledServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Two servers, each a process of its own, which are killed and cut off in a random order while
 * requests are asked: after each {@value #REQUESTS_BETWEEN}, when the outage before is over.
 */
public final class Outages implements StormServer.Faults, AutoCloseable {

  private static final int REQUESTS_BETWEEN = 60;
  private static final int SHORTEST_MILLIS = 200;
  private static final int LONGEST_MILLIS = 800;

  /** A server, and whether the network before it is cut. */
  private static final class Side {
    private final Path folder;
    private KilledServer server;
    private volatile boolean isCut;

    Side(Path folder) throws IOException {
      this.folder = folder;
      this.server = KilledServer.start(folder, 0);
    }

    void restart() {
      String host = new ConnectionString(server.uri()).getHosts().get(0);
      try {
        server = KilledServer.start(folder, Integer.parseInt(host.split(":", -1)[1]));
      } catch (IOException fault) {
        throw new UncheckedIOException(fault);
      }
    }
  }

  /** Begins and ends. */
  private record Outage(Runnable begin, Runnable end) {}

  private final Random random;
  private final List<Side> sides;
  private final List<Outage> outages = new ArrayList<>();
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private int asked;
  private int begun;

  /** Servers whose documents are in a folder. */
  public Outages(Path folder, long seed) throws IOException {
    random = new Random(seed);
    sides = List.of(new Side(folder.resolve("west")), new Side(folder.resolve("east")));
    for (Side side : sides) {
      outages.add(new Outage(() -> side.isCut = true, () -> side.isCut = false));
      outages.add(new Outage(() -> side.server.kill(), side::restart));
    }
    Collections.shuffle(outages, random);
  }

  /** A fresh database on both. */
  public StormServer stormServer() {
    return StormServer.on(sides.get(0).server.uri(), sides.get(1).server.uri()).withFaults(this);
  }

  @Override
  public void begin() {}

  /** Each outage has been. */
  @Override
  public void end() {
    last.join();
    System.out.println(begun + " outages");
    assertThat(begun).isGreaterThanOrEqualTo(outages.size());
  }

  @Override
  public synchronized void asked(int requests) {
    asked += requests;
    if (asked / REQUESTS_BETWEEN > begun) {
      last.join();
      Outage next = outages.get(begun++ % outages.size());
      int before = random.nextInt(SHORTEST_MILLIS);
      int during = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
      last =
          CompletableFuture.runAsync(
              () -> {
                sleep(before);
                next.begin().run();
                sleep(during);
                next.end().run();
              });
    }
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  /** A request that has arrived when the network is cut is done, and its answer is lost. */
  @Override
  public Route before(int server, Route road) {
    Side side = sides.get(server);
    return (request, upstream) -> {
      Optional<WireMessage> answer = side.isCut ? Optional.empty() : road.carry(request, upstream);
      return answer.filter(arrived -> !side.isCut);
    };
  }

  @Override
  public void close() {
    sides.forEach(side -> side.server.close());
  }
}
