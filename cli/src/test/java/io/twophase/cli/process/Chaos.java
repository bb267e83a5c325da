package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Kills and stops processes at random moments, and brings them back, until the importers are done.
 * It does not strike again before the work has gone on, unless the work stands still.
 */
final class Chaos {

  /** Ends a hang, and nothing else: on a busy machine all work takes many times as long. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private static final Duration STANDSTILL = Duration.ofMillis(1_500);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
  private static final Duration SHORTEST_STOP = Duration.ofMillis(1_300);
  private static final Duration LONGEST_STOP = Duration.ofMillis(2_500);

  /** What is done to whom. */
  private record Strike(String crew, boolean kills) {}

  private final Random random;
  private final Map<String, List<RestartedProcess>> crews;
  private final MongoClient client;
  private final String database;
  private final List<Strike> deck = new ArrayList<>();
  private final Map<RestartedProcess, Long> stopped = new HashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private BooleanSupplier afterwards = () -> true;
  private boolean isCalm;
  private long nextStrike;
  private long standstill;
  private long seen;

  /** Strikes among named crews of processes that work on the database at {@code uri}. */
  Chaos(Random random, String uri, Map<String, List<RestartedProcess>> crews) {
    this.random = random;
    this.crews = crews;
    this.client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToClusterSettings(
                    cluster -> cluster.serverSelectionTimeout(200, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.readTimeout(500, TimeUnit.MILLISECONDS))
                .build());
    this.database = Server.database(uri);
  }

  /** So many strikes of a kind are to come. */
  Chaos striking(String crew, int kills, int stops) {
    deck.addAll(Collections.nCopies(kills, new Strike(crew, true)));
    deck.addAll(Collections.nCopies(stops, new Strike(crew, false)));
    return this;
  }

  /** When there are no more strikes to come, this is asked for calm until it answers that it is. */
  Chaos then(BooleanSupplier calm) {
    afterwards = calm;
    return this;
  }

  /** Strikes until {@code workers} have all ended in success; some of {@code crew} were killed. */
  void strike(String crew, List<RestartedProcess> workers)
      throws IOException, InterruptedException {
    try (client) {
      until(workers);
    }
    System.out.println("struck until the " + crew + " were done: " + counts);
    assertThat(count("kills", crew)).isPositive();
  }

  private void until(List<RestartedProcess> workers) throws IOException, InterruptedException {
    Collections.shuffle(deck, random);
    plan();
    try {
      await()
          .atMost(LIMIT.multipliedBy(1 + deck.size() / 20))
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                round();
                return workers.stream().allMatch(RestartedProcess::isDone);
              });
    } catch (ConditionTimeoutException late) {
      List<String> atWork =
          workers.stream()
              .filter(worker -> !worker.isDone())
              .map(RestartedProcess::report)
              .toList();
      throw new AssertionError(
          "after %s, with %,d records, these are at work: %s".formatted(this, records(), atWork),
          late);
    }
    for (RestartedProcess process : List.copyOf(stopped.keySet())) {
      goOn(process);
    }
  }

  private void round() throws IOException, InterruptedException {
    for (RestartedProcess process : List.copyOf(stopped.keySet())) {
      if (isPast(stopped.get(process))) {
        goOn(process);
      }
    }
    for (Map.Entry<String, List<RestartedProcess>> crew : crews.entrySet()) {
      for (RestartedProcess process : crew.getValue()) {
        if (process.revive()) {
          count("restarts of " + crew.getKey());
        }
      }
    }
    if (!deck.isEmpty() && isPast(nextStrike) && (records() > seen || isPast(standstill))) {
      strike();
      plan();
    }
    isCalm = isCalm || (deck.isEmpty() && stopped.isEmpty() && afterwards.getAsBoolean());
  }

  private void strike() throws IOException, InterruptedException {
    for (Strike strike : deck) {
      List<RestartedProcess> targets =
          crews.get(strike.crew()).stream().filter(RestartedProcess::isAtWork).toList();
      if (!targets.isEmpty()) {
        deck.remove(strike);
        hit(strike, targets.get(random.nextInt(targets.size())));
        return;
      }
    }
  }

  private void hit(Strike strike, RestartedProcess target)
      throws IOException, InterruptedException {
    if (strike.kills()) {
      target.process().kill();
    } else {
      target.stop();
      stopped.put(target, within(SHORTEST_STOP, LONGEST_STOP));
    }
    count((strike.kills() ? "kills" : "stops") + " of " + strike.crew());
  }

  private void goOn(RestartedProcess process) throws IOException, InterruptedException {
    stopped.remove(process);
    process.goOn();
  }

  private void plan() {
    seen = records();
    nextStrike = within(Duration.ZERO, LONGEST_PAUSE);
    standstill = System.nanoTime() + STANDSTILL.toNanos();
  }

  /** How many records there are; the last count where the server does not answer. */
  private long records() {
    try {
      return client.getDatabase(database).getCollection("transactions").countDocuments();
    } catch (MongoException struck) {
      return seen;
    }
  }

  private long within(Duration least, Duration most) {
    return System.nanoTime() + random.nextLong(least.toNanos(), most.toNanos());
  }

  private static boolean isPast(long moment) {
    return System.nanoTime() - moment >= 0;
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  /** How often something was done. */
  int count(String what, String crew) {
    return counts.getOrDefault(what + " of " + crew, 0);
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
