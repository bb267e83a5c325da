package io.twophase.bench;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.measure.AccountSpread;
import io.twophase.bench.measure.BenchListener;
import io.twophase.bench.measure.BenchStoppedException;
import io.twophase.bench.measure.Cell;
import io.twophase.bench.measure.Meter;
import io.twophase.bench.measure.Workload;
import io.twophase.bench.server.BenchDatabases;
import io.twophase.bench.server.LatencyProxy;
import io.twophase.bench.server.MajorityLatency;
import io.twophase.bench.server.Target;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.Document;

/**
 * Measures all competitors against each other. In each combination every competitor has accounts of
 * its own, on the same server; they take turns, round by round, so that whatever else the machine
 * does falls on all of them alike. Before the rounds that are timed, each has one in which its
 * commands and writes are counted, for the driver takes time for whoever listens; and one in which
 * the server's work is.
 */
public final class Bench {

  private final Target target;
  private final BenchSettings settings;
  private final List<CompetitorKind> kinds;
  private final BenchListener listener;
  private final Consumer<BenchReport> soFar;

  private Bench(
      Target target,
      BenchSettings settings,
      List<CompetitorKind> kinds,
      BenchListener listener,
      Consumer<BenchReport> soFar) {
    this.target = target;
    this.settings = settings;
    this.kinds = kinds;
    this.listener = listener;
    this.soFar = soFar;
  }

  /**
   * Measures all competitors, but those that need what the server has not.
   *
   * @param uri where the server is; databases of fresh names are made there, and dropped
   * @param listener is notified of each round and combination when it is over, and of rounds that
   *     will not be, and is asked whether to go on
   * @param soFar takes what is measured, after each combination; a combination in which the bench
   *     is stopped is among that, with fewer rounds, if each competitor had one
   * @throws BenchStoppedException if it is stopped
   * @throws IllegalArgumentException if {@code uri} is no MongoDB connection string, or names
   *     several addresses where a latency is to be added
   * @throws StoreException if the server fails or cannot be reached
   */
  public static BenchReport run(
      String uri, BenchSettings settings, BenchListener listener, Consumer<BenchReport> soFar) {
    return of(uri, settings, CompetitorKind.all(), listener, soFar).run();
  }

  /** Measures some competitors, of which two must be called as the tutorial and the floor. */
  static Bench of(
      String uri,
      BenchSettings settings,
      List<CompetitorKind> kinds,
      BenchListener listener,
      Consumer<BenchReport> soFar) {
    Target target = Target.of(uri);
    if (!target.isOneAddress() && settings.latencies().stream().anyMatch(Bench::isAdded)) {
      throw new IllegalArgumentException(
          "a latency is added in front of one address, and the store has several: leave it at 0");
    }
    return new Bench(target, settings, kinds, listener, soFar);
  }

  /**
   * How many rounds there are in all, for whoever shows the progress; those of competitors that are
   * skipped are among them.
   */
  public static int rounds(BenchSettings settings) {
    return CompetitorKind.all().size() * roundsOfEach(settings);
  }

  private static int roundsOfEach(BenchSettings settings) {
    int cells = settings.threads().size() * settings.spreads().size() * settings.latencies().size();
    return 3 + cells * (2 + settings.rounds());
  }

  BenchReport run() {
    List<Cell> cells = new ArrayList<>();
    try (BenchDatabases databases = new BenchDatabases(target)) {
      List<SkippedCompetitor> skipped = new ArrayList<>();
      List<CompetitorKind> taking = taking(databases, skipped);
      warmUp(databases, taking);
      for (Duration latency : settings.latencies()) {
        for (AccountSpread spread : settings.spreads()) {
          for (int threads : settings.threads()) {
            cells.add(measuredCell(databases, taking, threads, spread, latency));
            soFar.accept(report(databases, cells, skipped));
            listener.goOn();
          }
        }
      }
      return report(databases, cells, skipped);
    } catch (MongoException fault) {
      throw new StoreException("the server fails: " + fault.getMessage(), fault);
    }
  }

  private BenchReport report(
      BenchDatabases databases, List<Cell> cells, List<SkippedCompetitor> skipped) {
    return new BenchReport(
        Machine.here(), version(databases), settings, List.copyOf(cells), skipped);
  }

  /** Those whose need the server meets; the others are added to {@code skipped}. */
  private List<CompetitorKind> taking(BenchDatabases databases, List<SkippedCompetitor> skipped) {
    String trial = databases.fresh();
    List<CompetitorKind> taking = new ArrayList<>();
    for (CompetitorKind kind : kinds) {
      Option<String> missing = kind.need().missing(databases.client(), trial);
      if (missing.isEmpty()) {
        taking.add(kind);
      } else {
        skipped.add(new SkippedCompetitor(kind.name(), missing.get()));
        listener.skipped(roundsOfEach(settings));
      }
      databases.drop(trial);
    }
    return taking;
  }

  /**
   * Both processes begin with cold code, and who is measured first would pay for all: so the first
   * combination is measured once for nothing.
   */
  private void warmUp(BenchDatabases databases, List<CompetitorKind> taking) {
    int threads = settings.threads().get(0);
    AccountSpread spread = settings.spreads().get(0);
    cell(databases, taking, threads, spread, Duration.ZERO, 1, this::connect);
  }

  private Cell measuredCell(
      BenchDatabases databases,
      List<CompetitorKind> taking,
      int threads,
      AccountSpread spread,
      Duration latency) {
    long began = System.nanoTime();
    Cell cell = cell(databases, taking, threads, spread, latency);
    listener.cell(
        cell,
        Duration.ofNanos(System.nanoTime() - began),
        cell.competitors().get(0).rounds().size());
    return cell;
  }

  private Cell cell(
      BenchDatabases databases,
      List<CompetitorKind> taking,
      int threads,
      AccountSpread spread,
      Duration latency) {
    int rounds = settings.rounds();
    if (!isAdded(latency)) {
      return cell(databases, taking, threads, spread, latency, rounds, this::connect);
    }
    try (LatencyProxy proxy = target.delayed(latency)) {
      return cell(
          databases,
          taking,
          threads,
          spread,
          latency,
          rounds,
          listeners -> target.connect(waiting(listeners), proxy));
    }
  }

  private MongoClient connect(List<CommandListener> listeners) {
    return target.connect(waiting(listeners));
  }

  private List<CommandListener> waiting(List<CommandListener> listeners) {
    if (!isAdded(settings.majorityLatency())) {
      return listeners;
    }
    List<CommandListener> all = new ArrayList<>(listeners);
    all.add(new MajorityLatency(settings.majorityLatency()));
    return all;
  }

  private Cell cell(
      BenchDatabases databases,
      List<CompetitorKind> taking,
      int threads,
      AccountSpread spread,
      Duration latency,
      int rounds,
      Function<List<CommandListener>, MongoClient> connecting) {
    long began = System.nanoTime();
    Workload workload = Workload.uniform(spread.accounts());
    List<CompetitorRounds> all = new ArrayList<>();
    try (Meter meter = new Meter(threads, listener)) {
      for (CompetitorKind kind : taking) {
        listener.goOn();
        all.add(new CompetitorRounds(kind, databases, connecting, workload, settings.batch()));
      }
      for (CompetitorRounds each : all) {
        each.count(meter, settings.round(), settings.seed());
        listener.round();
        each.weigh(meter, settings.round(), settings.seed());
        listener.round();
      }
      time(meter, all, rounds, began);
      double tutorial = perSecond(all, CompetitorKind.TUTORIAL);
      double floor = perSecond(all, CompetitorKind.FLOOR);
      return new Cell(
          threads,
          spread,
          latency,
          all.stream().map(each -> each.figures(tutorial, floor)).toList());
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

  private static double perSecond(List<CompetitorRounds> all, String name) {
    return all.stream()
        .filter(each -> each.name().equals(name))
        .mapToDouble(CompetitorRounds::perSecond)
        .findAny()
        .orElseThrow();
  }

  private static boolean isAdded(Duration latency) {
    return !latency.isZero();
  }

  public static String version(BenchDatabases databases) {
    Document info = databases.database("admin").runCommand(new Document("buildInfo", 1));
    return "MongoDB wire protocol, version " + info.getString("version");
  }
}
