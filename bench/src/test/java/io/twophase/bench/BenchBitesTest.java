package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.competitor.BenchTransfer;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.FloorWrites;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.bench.measure.AccountSpread;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/**
 * A competitor that loses money, or whose transfers do not happen, or that pays an order twice, is
 * reported.
 */
class BenchBitesTest {

  private static final BenchSettings SETTINGS =
      new BenchSettings(
          List.of(1),
          List.of(new AccountSpread("hot", 2)),
          List.of(Duration.ZERO),
          Duration.ZERO,
          1,
          Duration.ofMillis(20),
          10,
          1,
          Duration.ofMinutes(1));

  private static final CompetitorKind.Opening ORDERS =
      CompetitorKind.twophase("order", Host.Way.ORDERS).opening();

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

  @Test
  void anOrderThatIsPaidTwiceIsTold() {
    BenchReport report = run(FloorWrites::new, OrderPaidTwice::new);

    // the money is all there: only the orders tell
    assertThat(report.cells().get(0).competitors().get(2).isConserved()).isTrue();
    assertThat(report.findings())
        .anySatisfy(
            finding ->
                assertThat(finding)
                    .matches(
                        "order, 1 threads, accounts hot: orders that are paid more than once: 1, as"
                            + " order-.*"));
  }

  @Test
  void soundOrdersAreNot() {
    assertThat(run(FloorWrites::new, ORDERS).findings()).isEmpty();
  }

  private static BenchReport run(CompetitorKind.Opening floor, CompetitorKind.Opening orders) {
    return run(
        List.of(
            CompetitorKind.all().get(0),
            new CompetitorKind(CompetitorKind.FLOOR, floor),
            new CompetitorKind("order", orders)));
  }

  private static BenchReport run(CompetitorKind.Opening floor) {
    return run(
        List.of(CompetitorKind.all().get(0), new CompetitorKind(CompetitorKind.FLOOR, floor)));
  }

  private static BenchReport run(List<CompetitorKind> kinds) {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      return Bench.run(server.uri(), SETTINGS, kinds, () -> {}, soFar -> {});
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

  /** Pays the first order again: the money moves, and the ledger has one more line of it. */
  private static final class OrderPaidTwice extends Forwarding {

    private final MongoDatabase database;
    private final String ids;
    private boolean again;

    OrderPaidTwice(MongoClient client, String database, int batch, String ids) {
      super(ORDERS.open(client, database, batch, ids));
      this.database = client.getDatabase(database);
      this.ids = ids;
    }

    @Override
    public int run(List<BenchTransfer> transfers, AnswerListener listener) {
      int applied = super.run(transfers, listener);
      if (!again && ids.equals("t")) {
        again = true;
        BsonDocument line =
            Ledger.collection(database, "ledger").find(Filters.regex("_id", "^t")).first();
        assertThat(line).isNotNull();
        long value = line.getInt64("value").getValue();
        add(line.getString("source").getValue(), -value);
        add(line.getString("destination").getValue(), value);
        Ledger.collection(database, "ledger")
            .insertOne(line.append("_id", new BsonString("again")));
      }
      return applied;
    }

    private void add(String account, long value) {
      Ledger.collection(database, Ledger.ACCOUNTS)
          .updateOne(
              Filters.eq("_id", account),
              Updates.combine(Updates.inc("balance", value), Updates.inc("available", value)));
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
    public void prepare(long transfers) {
      real.prepare(transfers);
    }

    @Override
    public void finish() {
      real.finish();
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
