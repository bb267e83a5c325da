package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.competitor.CompetitorKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The server's own transactions are measured beside the others, on a server that has them. */
class NativeBenchTest {

  private static final BenchSettings SETTINGS =
      BenchTest.settings(
          List.of(2), List.of(BenchTest.TWENTY), List.of(Duration.ZERO), 1, Duration.ofMinutes(1));

  private static final List<CompetitorKind> KINDS =
      CompetitorKind.all().stream()
          .filter(
              kind ->
                  List.of(
                          CompetitorKind.TUTORIAL,
                          CompetitorKind.FLOOR,
                          CompetitorKind.NATIVE,
                          CompetitorKind.NATIVE_ORDER,
                          CompetitorKind.NATIVE_BATCHED)
                      .contains(kind.name()))
          .toList();

  @Test
  void theNativeSidesAreMeasuredAndTheirBooksAgree() {
    try (TransactionServer server = TransactionServer.start()) {
      BenchReport report = Bench.run(server.uri(), SETTINGS, KINDS, () -> {}, soFar -> {});

      assertThat(report.skipped()).isEmpty();
      assertThat(report.findings()).isEmpty();
      List<Figures> figures = report.cells().get(0).competitors();
      assertThat(figures)
          .extracting(Figures::competitor)
          .containsExactly("tutorial", "floor", "native", "native, order", "native, batched");
      // three writes and a commit, and more where it meets another; with the order one write more
      assertThat(figures.get(2).wire().roundTrips()).isGreaterThanOrEqualTo(4);
      assertThat(figures.get(2).wire().majorityWaits()).isGreaterThanOrEqualTo(1);
      assertThat(figures.get(3).wire().roundTrips()).isGreaterThanOrEqualTo(5);
      // a batch of ten is one transaction: its accounts read, records, accounts, commit
      assertThat(figures.get(4).wire().majorityWaits()).isLessThan(1);
      assertThat(server.openTransactions()).isZero();
    }
  }
}
