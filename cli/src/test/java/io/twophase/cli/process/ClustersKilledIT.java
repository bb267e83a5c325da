package io.twophase.cli.process;

import static io.twophase.app.recovery.RecoveryRequest.Policy.RESUME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.ParticipantCluster;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.network.storm.DocumentPlaces;
import io.twophase.app.network.storm.DocumentWorkload;
import io.twophase.app.network.storm.ReadHistory;
import io.twophase.app.network.storm.ReaderBeside;
import io.twophase.app.network.storm.StormServer;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Transactions over the documents of two clusters, each a server in a process of its own, while
 * each server in turn is killed and cut off, at random moments. {@code -Dtwophase.process.rounds=N}
 * does so N times; {@code -Dtwophase.seed=…}, which is printed, draws the same again.
 */
@Tag("deep")
@DisplayName("Transactions over two clusters")
class ClustersKilledIT {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int MOST = 20_000 * ROUNDS;
  private static final int HOSTS = 2;
  private static final int THREADS = 2;
  private static final int PAUSE_MILLIS = 10;

  /** Between two strikes so many transactions are applied. */
  private static final int APPLIED_BETWEEN = 25;

  private static final int SHORTEST_OUTAGE_MILLIS = 200;
  private static final int LONGEST_OUTAGE_MILLIS = 800;
  private static final Duration STUCK_AFTER = Duration.ofMillis(400);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final DocumentPlaces PLACES = DocumentPlaces.everyOtherOn("east");

  private final long seed = Seed.next("ClustersKilledIT");
  private final Random random = new Random(seed);
  private final DocumentWorkload workload = DocumentWorkload.of(random, MOST, PLACES);
  private final AtomicInteger next = new AtomicInteger();
  private final LongAdder applied = new LongAdder();
  private final Queue<TransactionRequest> unknown = new ConcurrentLinkedQueue<>();
  private final List<Host> hosts = new ArrayList<>();
  @TempDir Path folder;
  private Side west;
  private Side east;
  private volatile boolean over;

  /** A process's worth of Twophase: clients and engine of its own. */
  private record Host(Store store, TwoPhase twophase, List<MongoClient> clients) {}

  @BeforeEach
  void start() throws IOException {
    west = Side.start(folder.resolve("west"));
    east = Side.start(folder.resolve("east"));
  }

  @AfterEach
  void close() {
    over = true;
    for (Host host : hosts) {
      host.twophase().close();
      host.clients().forEach(MongoClient::close);
    }
    west.close();
    east.close();
  }

  private Host host(String name) {
    return host(name, StormServer::impatient, Duration.ofSeconds(1));
  }

  /** One for when nothing is struck: it waits for a busy machine as long as that takes. */
  private Host patientHost(String name) {
    return host(name, MongoClients::create, LIMIT);
  }

  private Host host(String name, Function<String, MongoClient> client, Duration patience) {
    MongoClient home = client.apply(west.uri());
    MongoClient other = client.apply(east.uri());
    MongoStoreSettings settings = MongoStoreSettings.defaults().withProbe(false);
    Store store = opened(home, other, settings);
    EngineSettings engine =
        EngineSettings.of(new ApplicationName(name))
            .withPatience(patience)
            .withStuckAfter(STUCK_AFTER);
    TwoPhase twophase = TwoPhase.over(store).settings(new TwoPhaseSettings(engine, 10)).build();
    Host host = new Host(store, twophase, List.of(home, other));
    hosts.add(host);
    return host;
  }

  /** On a busy machine a server's first answers may take longer than these clients wait. */
  private static Store opened(MongoClient home, MongoClient other, MongoStoreSettings settings) {
    return await()
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
        .until(
            () ->
                MongoStore.using(home, "bank", settings.withClusterName("west"))
                    .withClusters(
                        Map.of("east", ParticipantCluster.using("east", other, "shop", settings))),
            Objects::nonNull);
  }

  @Test
  @DisplayName("come out whole when each server is killed and cut off in turn")
  void eachInTurn() throws Exception {
    Host opener = patientHost("opener");
    opener.store().accounts().open(DocumentWorkload.accounts());
    opener.twophase().run(workload.opening()).orElseThrow();
    Host reader = host("reader");
    ReadHistory readings;
    ExecutorService threads = Executors.newCachedThreadPool();
    try (ReaderBeside beside =
        ReaderBeside.start(reader.twophase().documents(), PLACES, new Random(random.nextLong()))) {
      readings = beside.history();
      List<Future<?>> running = new ArrayList<>();
      for (int at = 0; at < HOSTS; at++) {
        Host host = host("host" + at);
        for (int thread = 0; thread < THREADS; thread++) {
          running.add(threads.submit(() -> runUntilOver(host)));
        }
      }
      Host recoverer = host("recoverer");
      running.add(threads.submit(() -> recoverUntilOver(recoverer)));
      strikeAll();
      over = true;
      for (Future<?> one : running) {
        one.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      over = true;
      threads.shutdownNow();
    }
    settle(readings);
  }

  private void runUntilOver(Host host) {
    while (!over) {
      TransactionRequest request = workload.requests().get(next.getAndIncrement());
      if (!isCertain(host, request)) {
        unknown.add(request);
      }
      sleep(PAUSE_MILLIS);
    }
  }

  private boolean isCertain(Host host, TransactionRequest request) {
    try {
      TransactionOutcome outcome = host.twophase().run(request);
      workload.answered(outcome);
      applied.add(outcome.isApplied() ? 1 : 0);
      return !(outcome instanceof TransactionOutcome.Unknown);
    } catch (StoreException noAnswer) {
      return false;
    }
  }

  private void recoverUntilOver(Host host) {
    RecoveryRequest stuck = new RecoveryRequest(STUCK_AFTER, Optional.empty(), RESUME);
    while (!over) {
      try {
        host.twophase().recovery().pass(stuck, recovered -> {});
      } catch (StoreException noAnswer) {
        // the next round, then
      }
      sleep(10 * PAUSE_MILLIS);
    }
  }

  /** Each server is killed and cut off, in a random order, and work goes on after each. */
  private void strikeAll() throws Exception {
    List<Runnable> strikes = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Side side : List.of(west, east)) {
        strikes.add(() -> outage(side::cut, side::mend));
        strikes.add(() -> outage(side::kill, () -> restart(side)));
      }
    }
    Collections.shuffle(strikes, random);
    for (Runnable strike : strikes) {
      awaitWork();
      strike.run();
    }
    awaitWork();
  }

  private void outage(Runnable begin, Runnable end) {
    sleep(random.nextInt(SHORTEST_OUTAGE_MILLIS));
    begin.run();
    sleep(random.nextInt(SHORTEST_OUTAGE_MILLIS, LONGEST_OUTAGE_MILLIS));
    end.run();
  }

  private static void restart(Side side) {
    try {
      side.restart();
    } catch (IOException | InterruptedException fault) {
      throw new AssertionError("a server does not start again", fault);
    }
  }

  private void awaitWork() {
    long before = applied.sum();
    await().atMost(LIMIT).until(() -> applied.sum() >= before + APPLIED_BETWEEN);
  }

  /** Whoever has no certain answer asks again; what is left is recovered. */
  private void settle(ReadHistory readings) {
    Host last = patientHost("operator");
    int asked = unknown.size();
    for (TransactionRequest request : unknown) {
      await().atMost(LIMIT).pollInSameThread().until(() -> isCertain(last, request));
    }
    last.twophase().recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    last.twophase().scrub().run(orphan -> {}, unreadable -> {});
    System.out.printf(
        "ClustersKilledIT: %,d transactions, %,d of them applied, %,d asked again; readings: %s%n",
        next.get(), applied.sum(), asked, readings);
    String repeat = "repeat it: ./mvnw verify -Dit.test=ClustersKilledIT -Dtwophase.seed=" + seed;
    assertThat(last.twophase().audit().run().findings()).as(repeat).isEmpty();
    assertThat(workload.faults(last.store(), readings)).as(repeat).isEmpty();
    assertThat(workload.faults(last.store(), readings.doctored())).as("two lies").isNotEmpty();
    assertThat(readings.ofMany()).as(repeat).isPositive();
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
