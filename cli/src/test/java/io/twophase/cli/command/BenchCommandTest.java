package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {

  @TempDir Path directory;

  @Tag("deep")
  @Test
  void allCompetitorsAreMeasuredAndTheMoneyIsThere() throws IOException {
    Path json = directory.resolve("bench.json");
    Path charts = directory.resolve("charts");

    CommandRun ran =
        bench("--quick --accounts hot --latency 1ms --batch 50 --out", json, "--charts", charts);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.complaints())
        .isNotEmpty()
        .allMatch(line -> line.matches("twophase: bench: \\d+ rounds? left, of PT0.1S"));
    assertThat(ran.out().lines().findFirst().orElse(""))
        .matches("1 ms, accounts hot, 1 thread, per second: tutorial \\d+, .*floor .*");
    assertThat(ran.out()).contains("cores", "competitor", "per second", "all money is conserved");
    assertThat(ran.out().lines().filter(line -> line.contains("  ")))
        .isNotEmpty()
        .allMatch(line -> line.length() <= 110);
    JsonNode answer = new ObjectMapper().readTree(json.toFile());
    assertThat(answer.get("machine").get("cores").asInt()).isPositive();
    assertThat(answer.get("skipped"))
        .extracting(skipped -> skipped.get("side").asText())
        .containsExactly("native", "native, order", "native, batched");
    assertThat(ran.out()).contains("skipped: native: the server refuses transactions of its own: ");
    assertThat(answer.get("cells")).hasSize(1).allSatisfy(BenchCommandTest::hasAllFigures);
    assertThat(charts.resolve("throughput-1ms.png")).isNotEmptyFile();
    assertThat(charts.resolve("latency-p99-1ms.png")).isNotEmptyFile();
  }

  private static void hasAllFigures(JsonNode cell) {
    assertThat(cell.get("sides"))
        .extracting(competitor -> competitor.get("side").asText())
        .containsExactly(
            ("tutorial/one at a time/one, when decided/batched/floor/order/function"
                    + "/order, batched/authorize, capture/at most")
                .split("/"));
    assertThat(cell.get("sides"))
        .allSatisfy(
            competitor -> {
              assertThat(competitor.get("perSecond").asDouble()).isPositive();
              assertThat(competitor.get("p999Micros").asDouble())
                  .isGreaterThanOrEqualTo(competitor.get("p50Micros").asDouble())
                  .isPositive();
              assertThat(competitor.get("toTutorial").asDouble()).isPositive();
              assertThat(competitor.get("toFloor").asDouble()).isPositive();
              assertThat(competitor.get("conserved").asBoolean()).isTrue();
              assertThat(competitor.get("work").get("bytesSent").asDouble()).isPositive();
            });
    assertThat(competitor(cell, 0, "commandsPerTransfer")).isEqualTo(8);
    assertThat(cell.get("sides").get(0).get("work").get("roundTrips").asDouble()).isEqualTo(8);
    assertThat(cell.get("sides").get(0).get("work").get("majorityWaits").asDouble()).isEqualTo(8);
    assertThat(competitor(cell, 0, "documentWritesPerTransfer")).isEqualTo(8);
    assertThat(competitor(cell, 4, "commandsPerTransfer")).isEqualTo(2.0 / 50);
    assertThat(competitor(cell, 4, "documentWritesPerTransfer")).isEqualTo(3);
    // eight commands, each of which waits for one round trip of 1 ms at least
    assertThat(competitor(cell, 0, "p50Micros")).isGreaterThanOrEqualTo(8_000);
  }

  private static double competitor(JsonNode cell, int competitor, String figure) {
    return cell.get("sides").get(competitor).get(figure).asDouble();
  }

  @Test
  @Tag("deep")
  void eachCombinationIsALineAsItComesAndHasItsTime() throws IOException {
    Path out = directory.resolve("bench.json");

    CommandRun ran =
        bench(
            "--quick --accounts hot --rounds 3 --cell-limit 0.001s --latency 0 --batch 20 --out",
            out);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines().findFirst().orElse(""))
        .matches("0 ms, accounts hot, 1 thread, per second: tutorial \\d+, .*floor .*")
        .endsWith("; 1 of 3 rounds, --cell-limit is over)");
    assertThat(Files.readString(out)).contains("perSecondByRound");
  }

  @Test
  @Tag("deep")
  void growthIsMeasured() {
    Path charts = directory.resolve("charts");

    CommandRun ran = bench("--grow --quick --grow-to 200 --batch 50 --json --charts", charts);

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    JsonNode answer = ran.json();
    assertThat(answer.get("findings")).isEmpty();
    assertThat(answer.get("series"))
        .extracting(series -> series.get("name").asText())
        .containsExactly(
            "finished", "accounts", "holds", "recovery", "operations", "operation-commands");
    assertThat(answer.get("series"))
        .allSatisfy(
            series -> {
              JsonNode points = series.get("points");
              assertThat(points.get(points.size() - 1).get("size").asInt())
                  .isEqualTo(series.get("name").asText().startsWith("operation") ? 64 : 200);
              assertThat(points)
                  .allSatisfy(point -> assertThat(point.get("figure").asDouble()).isPositive());
              assertThat(charts.resolve("growth-" + series.get("name").asText() + ".png"))
                  .isNotEmptyFile();
            });
  }

  private static CommandRun bench(String options, Object... more) {
    String all = Stream.of(more).map(word -> " " + word).collect(Collectors.joining());
    return CommandRun.command(("bench " + options + all).split(" "));
  }
}
