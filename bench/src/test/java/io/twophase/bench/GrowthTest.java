package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.bench.BenchListener.BenchStoppedException;
import io.twophase.bench.GrowthReport.GrowthSettings;
import io.twophase.bench.GrowthReport.Series;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.account.StatusChange;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Accounts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Growth is measured at the sizes asked for, and leaves nothing on the server. */
class GrowthTest {

  private static final GrowthSettings SETTINGS =
      new GrowthSettings(30, 1, Duration.ofMillis(1), 25, 1);

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void everySeriesHasTheSizesAskedForAndWhatDoesNotHappenIsTold() {
    AtomicInteger rounds = new AtomicInteger();

    GrowthReport report =
        Growth.run(
            server.uri(),
            SETTINGS,
            () -> {
              int over = rounds.incrementAndGet();
              if (over <= 2) {
                accountsAre(over == 1 ? StatusChange.FREEZE : StatusChange.UNFREEZE);
              }
            });

    assertThat(report.findings()).singleElement().asString().endsWith("did not happen");
    assertThat(report.series()).extracting(Series::name).containsExactlyElementsOf(Growth.SERIES);
    assertThat(report.series())
        .extracting(series -> series.points().stream().map(GrowthReport.Point::size).toList())
        .containsExactly(
            List.of(0L, 30L),
            List.of(30L),
            List.of(0L, 10L, 30L),
            List.of(30L),
            List.of(2L, 4L, 8L, 16L, 64L),
            List.of(2L, 4L, 8L, 16L, 64L));
    assertThat(report.series())
        .flatExtracting(Series::points)
        .allSatisfy(point -> assertThat(point.figure()).isPositive());
    // five steps in more commands than one collection needs, of which more operations have less
    // each
    List<GrowthReport.Point> commands = report.series().get(5).points();
    assertThat(commands.get(0).figure() * 2).isBetween(7.0, 20.0);
    assertThat(commands.get(4).figure()).isLessThan(commands.get(0).figure());
    // six points of batches and five of operations, each with a round that does not count
    assertThat(rounds).hasValue((6 + 5) * 2);
    assertThat(BenchTest.ownDatabases(server)).isEmpty();
  }

  @Test
  void anInterruptedMeasurementDropsItsDatabases() {
    assertThatThrownBy(() -> Growth.run(server.uri(), SETTINGS, new BenchTest.Counts(3)))
        .isInstanceOf(BenchStoppedException.class);

    assertThat(BenchTest.ownDatabases(server)).isEmpty();
  }

  /** A user who ends the bench does not wait for a history that it will not measure. */
  @Test
  void noHistoryIsMadeForAnInterruptedMeasurement() {
    BenchListener listener = new BenchTest.Counts(1);
    try (BenchDatabases databases = new BenchDatabases(server.uri(), listener::goOn)) {
      Ledger ledger = databases.fresh(10);
      try (Host host = new Host(ledger)) {
        host.open(2, 1_000);
      }
      listener.round();
      assertThatThrownBy(() -> new History(ledger).finishedUpTo(1_000))
          .isInstanceOf(BenchStoppedException.class);
      assertThatThrownBy(() -> new History(ledger).stuckUpTo(1_000, Workload.uniform(2), 1))
          .isInstanceOf(BenchStoppedException.class);
      // the two that are the models of the others
      assertThat(ledger.collection(Ledger.TRANSACTIONS).countDocuments()).isEqualTo(2);
    }
  }

  /** A million accounts take minutes. */
  @Test
  void noAccountsAreOpenedForAnInterruptedMeasurement() {
    BenchListener stopped = new BenchTest.Counts(0);
    try (BenchDatabases databases = new BenchDatabases(server.uri(), stopped::goOn)) {
      for (CompetitorKind kind : CompetitorKind.all().subList(0, 10)) {
        Ledger ledger = databases.fresh(10);
        try (Competitor opening = kind.opening().apply(ledger)) {
          assertThatThrownBy(() -> opening.open(100, 1)).isInstanceOf(BenchStoppedException.class);
        }
        assertThat(ledger.collection(Ledger.ACCOUNTS).countDocuments()).isZero();
      }
    }
  }

  /** Changes some accounts of the first database, which no round uses at that moment. */
  private void accountsAre(StatusChange change) {
    try (MongoClient client = MongoClients.create(server.uri())) {
      Accounts accounts =
          MongoStore.using(
                  client,
                  BenchTest.ownDatabases(server).get(0),
                  MongoStoreSettings.defaults().withProbe(false))
              .accounts();
      IntStream.range(0, 200).forEach(at -> accounts.change(Host.account(at), change));
    }
  }

  @Test
  void sizesGrowByTenAndEndWithTheLast() {
    assertThat(Growth.sizes(true, 10, 1_000)).containsExactly(0, 10, 100, 1_000);
    assertThat(Growth.sizes(false, 1_000, 20)).containsExactly(20);
    assertThat(Growth.sizes(false, 1_000, Integer.MAX_VALUE))
        .startsWith(1_000, 10_000)
        .endsWith(1_000_000_000, Integer.MAX_VALUE);
  }
}
