package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.CompetitorKind;
import io.twophase.bench.competitor.CompetitorKind.FloorWrites;
import io.twophase.bench.competitor.Ledger;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.test.fault.Interceptor;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * A competitor that loses money, or whose transfers do not happen, or whose books are not in order,
 * is reported.
 */
class BenchBitesTest {

  @Test
  void moneyLostByOneIncrementIsTold() {
    BenchReport report = run(BenchBitesTest::losingOneIncrement);

    assertThat(figures(report).isConserved()).isFalse();
    assertThat(report.findings())
        .singleElement()
        .asString()
        .startsWith("floor, 0 ms, accounts hot, 1 thread: all balances together were ");
  }

  @Test
  void transfersThatDoNotHappenAreTold() {
    BenchReport report =
        run(
            floor(
                new Object() {
                  public int run(
                      List<BenchTransfer> transfers, Competitor.AnswerListener listener) {
                    listener.after(1_000_000, transfers.size());
                    return 0;
                  }
                }));

    assertThat(report.findings()).singleElement().asString().contains("transfers did not happen");
  }

  @Test
  void whatIsOffInTheBooksOfACompetitorIsTold() {
    BenchReport report =
        run(
            floor(
                new Object() {
                  public List<String> findings() {
                    return List.of("an order is paid twice");
                  }
                }));

    assertThat(report.findings())
        .containsExactly("floor, 0 ms, accounts hot, 1 thread: an order is paid twice");
  }

  private static BenchReport run(Function<Ledger, Competitor> floor) {
    List<CompetitorKind> kinds =
        List.of(CompetitorKind.all().get(0), new CompetitorKind(CompetitorKind.FLOOR, floor));
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      return Bench.run(server.uri(), BenchTest.small(), kinds, () -> {}, soFar -> {});
    }
  }

  /** The floor, some of whose methods are those of another object. */
  private static Function<Ledger, Competitor> floor(Object others) {
    return ledger -> Interceptor.overriding(Competitor.class, new FloorWrites(ledger), others);
  }

  private static Figures figures(BenchReport report) {
    return report.cells().get(0).competitors().get(1);
  }

  /** As the floor, but the credit of the first transfer is dropped. */
  private static Competitor losingOneIncrement(Ledger ledger) {
    Competitor sound = new FloorWrites(ledger);
    AtomicBoolean lost = new AtomicBoolean();
    return Interceptor.overriding(
        Competitor.class,
        sound,
        new Object() {
          public int run(List<BenchTransfer> transfers, Competitor.AnswerListener listener) {
            int applied = sound.run(transfers, listener);
            if (lost.compareAndSet(false, true)) {
              ledger
                  .collection(Ledger.ACCOUNTS)
                  .updateOne(
                      Filters.eq("_id", Ledger.account(transfers.get(0).destination())),
                      Updates.inc("balance", -transfers.get(0).amount()));
            }
            return applied;
          }
        });
  }
}
