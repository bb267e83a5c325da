package io.twophase.bench;

import com.mongodb.MongoException;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.bench.BenchListener.BenchStoppedException;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.BenchReport.Machine;
import io.twophase.bench.GrowthReport.GrowthSettings;
import io.twophase.bench.GrowthReport.Point;
import io.twophase.bench.GrowthReport.Series;
import io.twophase.bench.Meter.Measured;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.ports.StoreException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

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
  private static final String OPERATION_TIME = "operations";
  private static final String OPERATION_COMMANDS = "operation-commands";

  /** The names of the series, in their order. */
  public static final List<String> SERIES =
      List.of(BY_FINISHED, BY_ACCOUNTS, BY_HOLDS, BY_RECOVERY, OPERATION_TIME, OPERATION_COMMANDS);

  private static final int ACCOUNTS = 1_000;
  private static final int MOST_HOLDS = 1_000;
  private static final int MOST_STUCK = 10_000;
  private static final String PER_SECOND = "transfers per second";

  /** The numbers of operations of a transaction. */
  private static final List<Integer> OPERATIONS = List.of(2, 4, 8, 16, 64);

  private static final String OPERATIONS_GROWN = "operations in a transaction";
  private static final Workload OPERATED = Workload.uniform(ManyOperations.DOCUMENTS);

  private final BenchDatabases databases;
  private final GrowthSettings settings;
  private final BenchListener listener;
  private final List<String> findings = new ArrayList<>();

  private Growth(BenchDatabases databases, GrowthSettings settings, BenchListener listener) {
    this.databases = databases;
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
    try (BenchDatabases databases = new BenchDatabases(uri, listener::goOn)) {
      Growth growth = new Growth(databases, settings, listener);
      List<Series> series =
          new ArrayList<>(
              List.of(growth.finished(), growth.accounts(), growth.holds(), growth.recovery()));
      series.addAll(growth.operations());
      return new GrowthReport(
          Machine.here(), databases.version(), settings, series, growth.findings);
    } catch (MongoException fault) {
      throw new StoreException("the server fails: " + fault.getMessage(), fault);
    }
  }

  /** Zero if it counts, then powers of ten from {@code first} on, and {@code last}. */
  static List<Integer> sizes(boolean zero, int first, int last) {
    List<Integer> sizes = new ArrayList<>(zero ? List.of(0) : List.of());
    for (long size = first; size < last; size *= 10) {
      sizes.add((int) size);
    }
    sizes.add(last);
    return sizes;
  }

  private Series finished() {
    Ledger ledger = opened(ACCOUNTS);
    History history = new History(ledger);
    return series(
        BY_FINISHED,
        "finished transactions",
        PER_SECOND,
        sizes(true, 10_000, settings.upTo() - settings.upTo() % 2),
        size -> {
          history.finishedUpTo(size);
          return perSecond(ledger, Workload.uniform(ACCOUNTS));
        });
  }

  private Series accounts() {
    return series(
        BY_ACCOUNTS,
        "accounts",
        PER_SECOND,
        sizes(false, 1_000, settings.upTo()),
        size -> perSecond(opened(size), Workload.uniform(size)));
  }

  private Series holds() {
    Workload workload = Workload.withTheFirst(ACCOUNTS);
    Ledger ledger = opened(ACCOUNTS);
    History history = new History(ledger);
    return series(
        BY_HOLDS,
        "holds on one account",
        PER_SECOND + " on that account",
        sizes(true, 10, Math.min(MOST_HOLDS, settings.upTo())),
        size -> {
          history.stuckUpTo(size, workload, settings.seed());
          return perSecond(ledger, workload);
        });
  }

  private Series recovery() {
    return series(
        BY_RECOVERY,
        "stuck transactions",
        "seconds to recover them",
        sizes(false, 100, Math.min(MOST_STUCK, settings.upTo())),
        this::secondsToRecover);
  }

  private Series series(
      String name, String grown, String measured, List<Integer> sizes, IntToDoubleFunction figure) {
    List<Point> points =
        sizes.stream().map(size -> new Point(size, figure.applyAsDouble(size))).toList();
    databases.dropAll();
    return new Series(name, grown, measured, points);
  }

  private double secondsToRecover(int stuck) {
    Ledger ledger = opened(ACCOUNTS);
    new History(ledger).stuckUpTo(stuck, Workload.uniform(ACCOUNTS), settings.seed());
    List<Recovered> all = new ArrayList<>();
    // closed before its database is dropped: its heartbeat would make that anew
    try (Host host = new Host(ledger)) {
      long start = System.nanoTime();
      host.twoPhase().recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), all::add);
      double seconds = (System.nanoTime() - start) / 1e9;
      long done = all.stream().filter(Recovered.Done.class::isInstance).count();
      if (done != stuck) {
        findings.add("recovery finished " + done + " of " + stuck + " stuck transactions");
      }
      findings.addAll(host.findings());
      return seconds;
    }
  }

  private Ledger opened(int accounts) {
    Ledger ledger = databases.fresh(settings.batch());
    try (Host host = new Host(ledger)) {
      host.open(accounts, CompetitorRounds.BALANCE);
    }
    return ledger;
  }

  /** Returns the rate of rounds that count, after one that does not. */
  private double perSecond(Ledger ledger, Workload workload) {
    BigInteger before = ledger.balances();
    List<Measured> rounds = new ArrayList<>();
    try (Host host = new Host(ledger);
        Meter meter = new Meter(1, listener)) {
      for (int round = 0; round <= settings.rounds(); round++) {
        rounds.add(meter.round(host, workload, settings.round(), settings.seed() + round));
        listener.round();
      }
    }
    Ledger.difference(before, ledger.balances()).ifPresent(findings::add);
    Measured.missing(rounds).ifPresent(findings::add);
    return Measured.median(rounds.subList(1, rounds.size()), Measured::perSecond);
  }

  /**
   * Returns what an operation costs, as a transaction has more of them: its time, and its share of
   * the commands. By one thread, one transaction at a time, each size on a database of its own.
   */
  private List<Series> operations() {
    List<Point> time = new ArrayList<>();
    List<Point> commands = new ArrayList<>();
    for (int size : OPERATIONS) {
      listener.goOn();
      CompetitorKind kind =
          new CompetitorKind(OPERATION_TIME, ledger -> new ManyOperations(ledger, size));
      try (Meter meter = new Meter(1, listener);
          CompetitorRounds rounds = new CompetitorRounds(kind, databases, List.of(), OPERATED, 1)) {
        rounds.count(meter, settings.round(), settings.seed());
        listener.round();
        for (int round = 1; round <= settings.rounds(); round++) {
          rounds.time(meter, settings.round(), settings.seed() + round);
          listener.round();
        }
        Figures figures = rounds.figures(1, 1);
        time.add(new Point(size, 1e6 / (figures.perSecond() * size)));
        commands.add(new Point(size, figures.wire().roundTrips() / size));
        findings.addAll(figures.findings());
      }
    }
    return List.of(
        new Series(OPERATION_TIME, OPERATIONS_GROWN, "microseconds for each operation", time),
        new Series(OPERATION_COMMANDS, OPERATIONS_GROWN, "commands for each operation", commands));
  }
}
