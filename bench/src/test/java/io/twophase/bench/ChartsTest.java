package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.bench.BenchReport.Cell;
import io.twophase.bench.BenchReport.Figures;
import io.twophase.bench.BenchReport.Machine;
import io.twophase.bench.BenchReport.Wire;
import io.twophase.bench.BenchSettings.AccountSpread;
import io.twophase.bench.GrowthReport.GrowthSettings;
import io.twophase.bench.GrowthReport.Series;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The charts that are drawn are those that were named before, and each is a picture. */
class ChartsTest {

  private static final AccountSpread HOT = new AccountSpread("hot", 2);
  private static final Duration HALF = Duration.ofNanos(500_000);

  @Test
  void aComparisonHasTwoChartsForEachLatency() throws IOException {
    List<Duration> latencies = List.of(Duration.ZERO, HALF);
    BenchReport report = report(latencies, 1_000);

    Map<String, byte[]> drawn = Charts.draw(report);

    assertThat(drawn.keySet())
        .containsExactlyElementsOf(Charts.names(latencies))
        .containsExactly(
            "throughput-0ms.png",
            "latency-p99-0ms.png",
            "throughput-0.5ms.png",
            "latency-p99-0.5ms.png");
    for (byte[] picture : drawn.values()) {
      isPicture(picture);
    }
  }

  @Test
  void aCompetitorThatDidNothingIsDrawn() throws IOException {
    for (byte[] picture : Charts.draw(report(List.of(Duration.ZERO), 0)).values()) {
      isPicture(picture);
    }
  }

  @Test
  void growthHasAChartForEachSeries() throws IOException {
    List<Series> series =
        Growth.SERIES.stream()
            .map(
                name ->
                    new Series(
                        name,
                        "accounts",
                        "transfers per second",
                        List.of(new GrowthReport.Point(10, 100), new GrowthReport.Point(100, 90))))
            .toList();

    Map<String, byte[]> drawn =
        Charts.draw(
            new GrowthReport(
                Machine.here(),
                "a server",
                new GrowthSettings(100, 1, Duration.ofMillis(1), 10, 1),
                series,
                List.of()));

    assertThat(drawn.keySet())
        .containsExactlyElementsOf(Charts.growthNames())
        .startsWith("growth-finished.png");
    for (byte[] picture : drawn.values()) {
      isPicture(picture);
    }
  }

  private static void isPicture(byte[] content) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(content));
    assertThat(image.getWidth()).isEqualTo(900);
    assertThat(image.getHeight()).isEqualTo(500);
  }

  private static BenchReport report(List<Duration> latencies, double perSecond) {
    BenchSettings settings =
        BenchTest.settings(List.of(1, 8), List.of(HOT), latencies, 1, Duration.ofMinutes(1));
    List<Cell> cells =
        latencies.stream()
            .flatMap(
                latency ->
                    Stream.of(1, 8)
                        .map(
                            threads ->
                                new Cell(
                                    threads,
                                    HOT,
                                    latency,
                                    List.of(figures("tutorial", perSecond), figures("floor", 10)),
                                    Duration.ZERO)))
            .toList();
    return new BenchReport(Machine.here(), "a server", settings, cells, List.of());
  }

  private static Figures figures(String competitor, double perSecond) {
    return new Figures(
        competitor,
        perSecond,
        List.of(perSecond),
        new Wire(8, 8, 8, 900),
        1_000,
        2_000,
        3_000,
        1,
        1,
        BigInteger.TEN,
        BigInteger.TEN,
        List.of());
  }
}
