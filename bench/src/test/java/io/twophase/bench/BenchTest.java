package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.bench.BenchListener.BenchStoppedException;
import io.twophase.bench.BenchSettings.AccountSpread;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.CompetitorKind.FloorWrites;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the benchmark answers, and what it leaves on the server. How fast is none of its matter. */
class BenchTest {

  private static final AccountSpread HOT = new AccountSpread("hot", 2);
  static final AccountSpread TWENTY = new AccountSpread("20", 20);
  private static final Duration LATENCY = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(5);

  /** The two that every bench needs; they prepare no store, which takes long. */
  private static final List<CompetitorKind> QUICKEST =
      List.of(CompetitorKind.all().get(0), CompetitorKind.all().get(4));

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void everyCombinationIsMeasured() {
    BenchSettings settings =
        settings(List.of(1, 2), List.of(HOT, TWENTY), List.of(Duration.ZERO, LATENCY), 1, LONG);

    BenchReport report = Bench.run(server.uri(), settings, QUICKEST, () -> {}, soFar -> {});

    assertThat(report.findings()).isEmpty();
    assertThat(report.cells())
        .extracting(cell -> cell.latency() + " " + cell.spread().name() + " " + cell.threads())
        .containsExactly(
            "PT0S hot 1",
            "PT0S hot 2",
            "PT0S 20 1",
            "PT0S 20 2",
            "PT0.001S hot 1",
            "PT0.001S hot 2",
            "PT0.001S 20 1",
            "PT0.001S 20 2");
    assertThat(report.cells())
        .allSatisfy(
            cell ->
                assertThat(cell.competitors())
                    .extracting(figures -> figures.competitor())
                    .containsExactly("tutorial", "floor"));
    assertThat(ownDatabases(server)).isEmpty();
  }

  @Test
  void aCombinationWhoseTimeIsOverHasOneRound() {
    Counts counts = new Counts();

    BenchReport report =
        Bench.run(
            server.uri(),
            settings(List.of(1), List.of(HOT), List.of(Duration.ZERO), 3, Duration.ZERO),
            QUICKEST,
            counts,
            soFar -> {});

    assertThat(report.cells().get(0).competitors())
        .allSatisfy(figures -> assertThat(figures.rounds()).hasSize(1));
    assertThat(report.cells().get(0).rounds()).isEqualTo(1);
  }

  @Test
  void anInterruptLosesNoRoundThatEachCompetitorHas() {
    List<BenchReport> measured = new ArrayList<>();
    BenchSettings settings = settings(List.of(1, 2), List.of(HOT), List.of(Duration.ZERO), 3, LONG);
    // four to warm up; of the first combination two that are not timed, and two of three rounds
    Counts counts = new Counts(4 + 2 + 4);

    assertThatThrownBy(() -> Bench.run(server.uri(), settings, QUICKEST, counts, measured::add))
        .isInstanceOf(BenchStoppedException.class);

    assertThat(measured)
        .singleElement()
        .satisfies(
            soFar ->
                assertThat(soFar.cells())
                    .singleElement()
                    .satisfies(
                        cell ->
                            assertThat(cell.competitors())
                                .allSatisfy(figures -> assertThat(figures.rounds()).hasSize(2))));
    assertThat(ownDatabases(server)).isEmpty();
  }

  @Test
  void anInterruptedBenchDropsItsDatabases() {
    for (int after : List.of(0, 1, 7)) {
      Counts counts = new Counts(after);

      assertThatThrownBy(() -> Bench.run(server.uri(), small(), QUICKEST, counts, soFar -> {}))
          .isInstanceOf(BenchStoppedException.class);

      assertThat(ownDatabases(server)).as("stopped after %s rounds", after).isEmpty();
    }
  }

  /**
   * One that stays open may show that it is alive, and so make its database anew after the drop.
   */
  @Test
  void everyCompetitorThatIsOpenedIsClosed() {
    AtomicInteger opened = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    CompetitorKind counted =
        new CompetitorKind(
            CompetitorKind.FLOOR,
            ledger -> {
              opened.incrementAndGet();
              return Interceptor.overriding(
                  Competitor.class,
                  new FloorWrites(ledger),
                  new Object() {
                    public void close() {
                      closed.incrementAndGet();
                    }
                  });
            });

    Bench.run(server.uri(), small(), List.of(QUICKEST.get(0), counted), () -> {}, soFar -> {});

    // each of two combinations: to open accounts, to be counted, to be timed, and for its books
    assertThat(opened).hasValue(2 * 4);
    assertThat(closed).hasValue(2 * 4);
  }

  @Test
  void aServerThatFailsIsAFaultOfTheStoreAndWhatIsMadeIsDropped() {
    List<CompetitorKind> kinds =
        List.of(
            QUICKEST.get(0),
            new CompetitorKind(
                CompetitorKind.FLOOR,
                ledger -> {
                  throw new MongoTimeoutException("planted");
                }));

    assertThatThrownBy(() -> Bench.run(server.uri(), small(), kinds, () -> {}, soFar -> {}))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the server fails: planted");

    assertThat(ownDatabases(server)).isEmpty();
  }

  @Test
  void whatIsNoUriIsRefused() {
    assertThatThrownBy(() -> Bench.run("no uri", small(), () -> {}, soFar -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  static BenchSettings small() {
    return settings(List.of(1), List.of(HOT), List.of(Duration.ZERO), 1, LONG);
  }

  static BenchSettings settings(
      List<Integer> threads,
      List<AccountSpread> spreads,
      List<Duration> latencies,
      int rounds,
      Duration cellLimit) {
    return new BenchSettings(
        threads, spreads, latencies, Duration.ZERO, rounds, Duration.ofMillis(5), 10, 1, cellLimit);
  }

  static List<String> ownDatabases(EmbeddedServer server) {
    try (MongoClient client = MongoClients.create(server.uri())) {
      return client.listDatabaseNames().into(new ArrayList<>()).stream()
          .filter(name -> name.startsWith("twophase-bench-"))
          .toList();
    }
  }

  /** Counts what it is told, and stops the bench after some rounds. */
  static final class Counts implements BenchListener {

    private final AtomicInteger rounds = new AtomicInteger();
    private final int last;

    Counts() {
      this(Integer.MAX_VALUE);
    }

    Counts(int last) {
      this.last = last;
    }

    @Override
    public void round() {
      rounds.incrementAndGet();
    }

    @Override
    public boolean isStopped() {
      return rounds.get() >= last;
    }
  }
}
