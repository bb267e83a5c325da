package io.twophase.bench.growth;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.bench.Bench;
import io.twophase.bench.CompetitorRounds;
import io.twophase.bench.Machine;
import io.twophase.bench.competitor.BatchedTransfers;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.BenchStoppedException;
import io.twophase.bench.measure.Measured;
import io.twophase.bench.measure.Medians;
import io.twophase.bench.measure.Meter;
import io.twophase.bench.measure.Workload;
import io.twophase.bench.server.BenchDatabases;
import io.twophase.bench.server.Target;
import io.twophase.ports.StoreException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what becomes of batched transfers, by one thread, as what is stored grows; how long
 * recovery takes; and what an operation costs, as transactions have more of them. Each series is on
 * a database of its own, or one for each size.
 */
public final class Growth {

  private static final String BY_FINISHED = "finished";
  private static final String BY_ACCOUNTS = "accounts";
  private static final String BY_HOLDS = "holds";
  private static final String BY_RECOVERY = "recovery";

  /** The names of the series, in their order. */
  public static final List<String> SERIES =
      List.of(
          BY_FINISHED,
          BY_ACCOUNTS,
          BY_HOLDS,
          BY_RECOVERY,
          OperationsGrowth.TIME,
          OperationsGrowth.COMMANDS);

  private static final int ACCOUNTS = 1_000;
  private static final int MOST_HOLDS = 1_000;
  private static final int MOST_STUCK = 10_000;
  private static final String PER_SECOND = "transfers per second";

  private final BenchDatabases databases;
  private final Target target;
  private final GrowthSettings settings;
  private final BenchListener listener;
  private final List<String> findings = new ArrayList<>();
  private int measurements;

  private Growth(
      BenchDatabases databases, Target target, GrowthSettings settings, BenchListener listener) {
    this.databases = databases;
    this.target = target;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Measures all series.
   *
   * @param uri where the server is; databases of fresh names are made there, and dropped
   * @param listener is asked whether to go on, and notified of each round
   * @throws IllegalArgumentException if {@code uri} is no MongoDB connection string
   * @throws BenchStoppedException if it is not to go on
   * @throws StoreException if the server fails or cannot be reached
   */
  public static GrowthReport run(String uri, GrowthSettings settings, BenchListener listener) {
    Target target = Target.of(uri);
    try (BenchDatabases databases = new BenchDatabases(target)) {
      Growth growth = new Growth(databases, target, settings, listener);
      List<Series> series = new ArrayList<>();
      series.add(growth.finished());
      series.add(growth.accounts());
      series.add(growth.holds());
      series.add(growth.recovery());
      series.addAll(
          new OperationsGrowth(databases, target, settings, listener, growth.findings).series());
      return new GrowthReport(
          Machine.here(), Bench.version(databases), settings, series, growth.findings);
    } catch (MongoException fault) {
      throw new StoreException("the server fails: " + fault.getMessage(), fault);
    }
  }

  /** Zero if it counts, then powers of ten from {@code first} on, and {@code last}. */
  static List<Integer> sizes(boolean zero, int first, int last) {
    List<Integer> sizes = new ArrayList<>();
    if (zero) {
      sizes.add(0);
    }
    for (long size = first; size < last; size *= 10) {
      sizes.add((int) size);
    }
    sizes.add(last);
    return sizes;
  }

  private Series finished() {
    List<Series.Point> points = new ArrayList<>();
    String database = opened(ACCOUNTS);
    History history = new History(databases.client(), database);
    long there = 0;
    for (int size : sizes(true, 10_000, settings.upTo())) {
      long even = (long) size - size % 2;
      history.finished(there, even);
      there = even;
      points.add(new Series.Point(even, perSecond(database, Workload.uniform(ACCOUNTS))));
    }
    databases.drop(database);
    return new Series(BY_FINISHED, "finished transactions", PER_SECOND, points);
  }

  private Series accounts() {
    List<Series.Point> points = new ArrayList<>();
    for (int size : sizes(false, 1_000, settings.upTo())) {
      String database = opened(size);
      points.add(new Series.Point(size, perSecond(database, Workload.uniform(size))));
      databases.drop(database);
    }
    return new Series(BY_ACCOUNTS, "accounts", PER_SECOND, points);
  }

  private Series holds() {
    List<Series.Point> points = new ArrayList<>();
    Workload workload = Workload.withTheFirst(ACCOUNTS);
    String database = opened(ACCOUNTS);
    History history = new History(databases.client(), database);
    long there = 0;
    for (int size : sizes(true, 10, Math.min(MOST_HOLDS, settings.upTo()))) {
      history.stuck(size - there, workload, settings.seed(), "stuck-" + size + "-");
      there = size;
      points.add(new Series.Point(size, perSecond(database, workload)));
    }
    databases.drop(database);
    return new Series(BY_HOLDS, "holds on one account", PER_SECOND + " on that account", points);
  }

  private Series recovery() {
    List<Series.Point> points = new ArrayList<>();
    for (int size : sizes(false, 100, Math.min(MOST_STUCK, settings.upTo()))) {
      String database = opened(ACCOUNTS);
      new History(databases.client(), database)
          .stuck(size, Workload.uniform(ACCOUNTS), settings.seed(), "stuck-");
      points.add(new Series.Point(size, secondsToRecover(database, size)));
      databases.drop(database);
    }
    return new Series(BY_RECOVERY, "stuck transactions", "seconds to recover them", points);
  }

  private double secondsToRecover(String database, int stuck) {
    // closed before its database is dropped: its heartbeat would make that anew
    try (Host host = Host.of(databases.client(), database, settings.batch(), "none-")) {
      AtomicLong done = new AtomicLong();
      long start = System.nanoTime();
      host.twoPhase()
          .recovery()
          .pass(
              RecoveryRequest.olderThan(Duration.ZERO),
              recovered -> done.addAndGet(recovered instanceof Recovered.Done ? 1 : 0));
      double seconds = (System.nanoTime() - start) / 1e9;
      if (done.get() != stuck) {
        findings.add("recovery finished " + done.get() + " of " + stuck + " stuck transactions");
      }
      findings.addAll(host.findings());
      return seconds;
    }
  }

  private String opened(int accounts) {
    listener.goOn();
    String database = databases.fresh();
    try (Host host = Host.of(databases.client(), database, settings.batch(), "none-")) {
      host.open(accounts, CompetitorRounds.BALANCE);
    }
    return database;
  }

  private double perSecond(String database, Workload workload) {
    BigInteger before = databases.balances(database);
    List<Measured> rounds = new ArrayList<>();
    try (MongoClient client = target.connect();
        Meter meter = new Meter(1, listener)) {
      // its ids must differ from those of the size before
      String prefix = "measured-" + ++measurements + "-";
      Competitor competitor = new BatchedTransfers(client, database, settings.batch(), prefix);
      for (int round = 0; round <= settings.rounds(); round++) {
        Measured measured =
            meter.round(competitor, workload, settings.round(), settings.seed() + round);
        if (round > 0) {
          rounds.add(measured);
        }
        listener.round();
      }
    }
    BigInteger after = databases.balances(database);
    if (!after.equals(before)) {
      findings.add(
          "all balances together were " + before + " and are " + after + ", in minor units");
    }
    return Medians.of(rounds, Measured::perSecond);
  }
}
