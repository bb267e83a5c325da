package io.twophase.bench;

import com.mongodb.MongoException;
import com.mongodb.event.CommandListener;
import io.twophase.bench.BenchListener.BenchStoppedException;
import io.twophase.bench.BenchReport.Cell;
import io.twophase.bench.BenchReport.Machine;
import io.twophase.bench.BenchReport.Skipped;
import io.twophase.bench.BenchSettings.AccountSpread;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Ledger;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures all competitors against each other. In each combination every competitor has accounts of
 * its own, on the same server; they take turns, round by round, so that whatever else the machine
 * does falls on all of them alike. Before the rounds that are timed, each has one in which what
 * goes over the wire is counted, for the driver takes time for whoever listens.
 */
public final class Bench {

  private final BenchDatabases databases;
  private final BenchSettings settings;
  private final BenchListener listener;
  private final List<Skipped> skipped = new ArrayList<>();

  private Bench(BenchDatabases databases, BenchSettings settings, BenchListener listener) {
    this.databases = databases;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Measures all competitors, but those that need what the server has not.
   *
   * @param uri where the server is; databases of fresh names are made there, and dropped
   * @param listener is notified of each round when it is over, and of rounds that will not be, and
   *     is asked whether to go on
   * @param soFar takes what is measured, after each combination; a combination in which the bench
   *     is stopped is among that, with fewer rounds, if each competitor had one
   * @throws BenchStoppedException if it is stopped
   * @throws IllegalArgumentException if {@code uri} is no MongoDB connection string
   * @throws StoreException if the server fails or cannot be reached
   */
  public static BenchReport run(
      String uri, BenchSettings settings, BenchListener listener, Consumer<BenchReport> soFar) {
    return run(uri, settings, CompetitorKind.all(), listener, soFar);
  }

  /** Measures some competitors, of which two must be called as the tutorial and the floor. */
  static BenchReport run(
      String uri,
      BenchSettings settings,
      List<CompetitorKind> kinds,
      BenchListener listener,
      Consumer<BenchReport> soFar) {
    try (BenchDatabases databases = new BenchDatabases(uri, listener::goOn)) {
      return new Bench(databases, settings, listener).run(kinds, soFar);
    } catch (MongoException fault) {
      throw new StoreException("the server fails: " + fault.getMessage(), fault);
    }
  }

  /**
   * Returns how many rounds there are in all, for whoever shows the progress; those of competitors
   * that are skipped are among them.
   */
  public static int rounds(BenchSettings settings) {
    return CompetitorKind.all().size() * roundsOfEach(settings);
  }

  private static int roundsOfEach(BenchSettings settings) {
    int cells = settings.threads().size() * settings.spreads().size() * settings.latencies().size();
    return 2 + cells * (1 + settings.rounds());
  }

  private BenchReport run(List<CompetitorKind> kinds, Consumer<BenchReport> soFar) {
    List<CompetitorKind> taking = taking(kinds);
    // both processes begin with cold code, and who is measured first would pay for all
    cell(taking, settings.threads().get(0), settings.spreads().get(0), Duration.ZERO, 1);
    List<Cell> cells = new ArrayList<>();
    for (Duration latency : settings.latencies()) {
      for (AccountSpread spread : settings.spreads()) {
        for (int threads : settings.threads()) {
          cells.add(cell(taking, threads, spread, latency, settings.rounds()));
          soFar.accept(report(cells));
          listener.goOn();
        }
      }
    }
    return report(cells);
  }

  private BenchReport report(List<Cell> cells) {
    return new BenchReport(
        Machine.here(), databases.version(), settings, List.copyOf(cells), skipped);
  }

  /** Those whose need the server meets; the others are skipped. */
  private List<CompetitorKind> taking(List<CompetitorKind> kinds) {
    Ledger trial = databases.fresh(1);
    List<CompetitorKind> taking = new ArrayList<>();
    for (CompetitorKind kind : kinds) {
      Optional<String> missing = kind.need().apply(trial);
      if (missing.isEmpty()) {
        taking.add(kind);
      } else {
        skipped.add(new Skipped(kind.name(), missing.orElseThrow()));
        listener.skipped(roundsOfEach(settings));
      }
      trial.database().drop();
    }
    return taking;
  }

  private Cell cell(
      List<CompetitorKind> taking,
      int threads,
      AccountSpread spread,
      Duration latency,
      int rounds) {
    long began = System.nanoTime();
    Workload workload = Workload.uniform(spread.accounts());
    Duration majority = settings.majorityLatency();
    List<CommandListener> added =
        latency.plus(majority).isZero() ? List.of() : List.of(new AddedLatency(latency, majority));
    List<CompetitorRounds> all = new ArrayList<>();
    try (Meter meter = new Meter(threads, listener)) {
      for (CompetitorKind kind : taking) {
        all.add(new CompetitorRounds(kind, databases, added, workload, settings.batch()));
      }
      for (CompetitorRounds each : all) {
        each.count(meter, settings.round(), settings.seed());
        listener.round();
      }
      time(meter, all, rounds, began);
      Map<String, Double> rates =
          all.stream()
              .collect(Collectors.toMap(CompetitorRounds::name, CompetitorRounds::perSecond));
      double tutorial = Objects.requireNonNull(rates.get(CompetitorKind.TUTORIAL));
      double floor = Objects.requireNonNull(rates.get(CompetitorKind.FLOOR));
      return new Cell(
          threads,
          spread,
          latency,
          all.stream().map(each -> each.figures(tutorial, floor)).toList(),
          Duration.ofNanos(System.nanoTime() - began));
    } finally {
      all.forEach(CompetitorRounds::close);
    }
  }

  /** If it is stopped, then what was measured counts, once every competitor has had a round. */
  private void time(Meter meter, List<CompetitorRounds> all, int rounds, long began) {
    try {
      // every competitor has had as many rounds as the others, and one at least
      for (int round = 1; round <= rounds && (round == 1 || hasTime(began)); round++) {
        for (CompetitorRounds each : all) {
          each.time(meter, settings.round(), settings.seed() + round);
          listener.round();
        }
      }
    } catch (BenchStoppedException stopped) {
      if (!all.stream().allMatch(CompetitorRounds::isTimed)) {
        throw stopped;
      }
    }
  }

  private boolean hasTime(long began) {
    return System.nanoTime() - began < settings.cellLimit().toNanos();
  }
}
