package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.FloorWrites;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.measure.AccountSpread;
import io.twophase.bench.measure.Figures;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A competitor that loses money, or whose transfers do not happen, is reported. */
class BenchBitesTest {

  private static final BenchSettings SETTINGS =
      new BenchSettings(
          List.of(1),
          List.of(new AccountSpread("hot", 2)),
          List.of(Duration.ZERO),
          1,
          Duration.ofMillis(20),
          10,
          1,
          Duration.ofMinutes(1));

  @Test
  void moneyLostByOneIncrementIsTold() {
    BenchReport report = run(FloorLosingOneIncrement::new);

    assertThat(figures(report).isConserved()).isFalse();
    assertThat(report.findings())
        .singleElement()
        .asString()
        .startsWith("floor, 1 threads, accounts hot: all balances together were ");
  }

  @Test
  void transfersThatDoNotHappenAreTold() {
    BenchReport report = run(FloorDoingNothing::new);

    assertThat(report.findings()).singleElement().asString().contains("transfers did not happen");
  }

  @Test
  void theSoundFloorIsNot() {
    assertThat(run(FloorWrites::new).findings()).isEmpty();
  }

  private static BenchReport run(CompetitorKind.Opening floor) {
    List<CompetitorKind> kinds =
        List.of(CompetitorKind.all().get(0), new CompetitorKind(CompetitorKind.FLOOR, floor));
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      return Bench.of(server.uri(), SETTINGS, kinds, () -> {}).run();
    }
  }

  private static Figures figures(BenchReport report) {
    return report.cells().get(0).competitors().get(1);
  }

  /** As the floor, but the credit of the first transfer is dropped. */
  private static final class FloorLosingOneIncrement extends Forwarding {

    private final MongoClient client;
    private final String database;
    private boolean lost;

    FloorLosingOneIncrement(MongoClient client, String database, int batch, String ids) {
      super(new FloorWrites(client, database, batch, ids));
      this.client = client;
      this.database = database;
    }

    @Override
    public int run(List<BenchTransfer> transfers, AnswerListener listener) {
      int applied = super.run(transfers, listener);
      if (!lost) {
        lost = true;
        Ledger.collection(client.getDatabase(database), Ledger.ACCOUNTS)
            .updateOne(
                Filters.eq("_id", Ledger.account(transfers.get(0).destination())),
                Updates.inc("balance", -transfers.get(0).amount()));
      }
      return applied;
    }
  }

  /** Answers at once, and does nothing. */
  private static final class FloorDoingNothing extends Forwarding {

    FloorDoingNothing(MongoClient client, String database, int batch, String ids) {
      super(new FloorWrites(client, database, batch, ids));
    }

    @Override
    public int run(List<BenchTransfer> transfers, AnswerListener listener) {
      listener.after(1_000_000, transfers.size());
      return 0;
    }
  }

  private abstract static class Forwarding implements Competitor {

    private final Competitor real;

    Forwarding(Competitor real) {
      this.real = real;
    }

    @Override
    public int batch() {
      return real.batch();
    }

    @Override
    public void open(int accounts, long balance) {
      real.open(accounts, balance);
    }

    @Override
    public int run(List<BenchTransfer> transfers, AnswerListener listener) {
      return real.run(transfers, listener);
    }

    @Override
    public List<String> findings() {
      return real.findings();
    }

    @Override
    public void close() {
      real.close();
    }
  }
}
