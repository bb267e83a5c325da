package io.twophase.app.network.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.WireCommand;
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
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two servers, each a process of its own, which are killed and cut off in a random order while
 * requests are asked: after each {@value #REQUESTS_BETWEEN}, when the outage before is over, by the
 * next write that a server has done, whose answer is lost. Other requests go on meanwhile.
 */
public final class Outages implements StormServer.Faults, AutoCloseable {

  private static final int REQUESTS_BETWEEN = 60;
  private static final int SHORTEST_MILLIS = 200;
  private static final int LONGEST_MILLIS = 800;

  /** A server, whether no answer of it arrives, and the next outage's beginning. */
  private static final class Side {
    private final Path folder;
    private KilledServer server;
    private volatile CompletableFuture<Void> due = new CompletableFuture<>();
    private volatile boolean isDown;

    Side(Path folder) throws IOException {
      this.folder = folder;
      this.server = KilledServer.start(folder, 0);
    }

    void kill() {
      isDown = true;
      server.kill();
    }

    void restart() {
      String host = new ConnectionString(server.uri()).getHosts().get(0);
      try {
        server = KilledServer.start(folder, Integer.parseInt(host.split(":", -1)[1]));
      } catch (IOException fault) {
        throw new UncheckedIOException(fault);
      }
      isDown = false;
    }
  }

  /** Begins and ends. */
  private record Outage(Side side, Runnable begin, Runnable end) {}

  private final Random random;
  private final List<Side> sides;
  private final List<Outage> outages = new ArrayList<>();
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private int asked;
  private int planned;
  private final AtomicInteger lost = new AtomicInteger();

  /** Servers whose documents are in a folder. */
  public Outages(Path folder, long seed) throws IOException {
    random = new Random(seed);
    sides = List.of(new Side(folder.resolve("west")), new Side(folder.resolve("east")));
    for (Side side : sides) {
      outages.add(new Outage(side, () -> side.isDown = true, () -> side.isDown = false));
      outages.add(new Outage(side, side::kill, side::restart));
    }
    Collections.shuffle(outages, random);
  }

  /** A fresh database on both. */
  public StormServer stormServer() {
    return StormServer.on(sides.get(0).server.uri(), sides.get(1).server.uri()).withFaults(this);
  }

  @Override
  public void begin() {}

  /** Each outage but perhaps the last has lost the answer to the write that began it. */
  @Override
  public void end() {
    sides.forEach(side -> side.due.complete(null));
    last.join();
    System.out.println(planned + " outages, begun by writes: " + lost);
    assertThat(lost.get()).isGreaterThanOrEqualTo(Math.max(outages.size(), planned - 1));
  }

  @Override
  public void asked(int requests) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Void> before;
    Outage next;
    synchronized (this) {
      asked += requests;
      if (asked / REQUESTS_BETWEEN <= planned) {
        return;
      }
      next = outages.get(planned++ % outages.size());
      int during = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
      before = last;
      last = begun.thenRun(next.begin()).thenRunAsync(() -> sleep(during)).thenRun(next.end());
    }
    before.join();
    next.side().due = begun;
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
      Optional<WireMessage> answer = side.isDown ? Optional.empty() : road.carry(request, upstream);
      boolean isDone = answer.isPresent() && WireCommand.of(request).isWrite();
      lost.addAndGet(isDone && side.due.complete(null) && side.isDown ? 1 : 0);
      return answer.filter(arrived -> !side.isDown);
    };
  }

  @Override
  public void close() {
    sides.forEach(side -> side.server.close());
  }
}
