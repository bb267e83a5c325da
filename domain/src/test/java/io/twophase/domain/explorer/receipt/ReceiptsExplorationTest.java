package io.twophase.domain.explorer.receipt;

import static io.twophase.domain.explorer.receipt.Scenes.AT_MOST;
import static io.twophase.domain.explorer.receipt.Scenes.FIVE;
import static io.twophase.domain.explorer.receipt.Scenes.HELD;
import static io.twophase.domain.explorer.receipt.Scenes.cancels;
import static io.twophase.domain.explorer.receipt.Scenes.captures;
import static io.twophase.domain.explorer.receipt.Scenes.recovers;
import static io.twophase.domain.explorer.receipt.Scenes.repeated;
import static io.twophase.domain.explorer.receipt.Scenes.reused;
import static io.twophase.domain.explorer.receipt.Scenes.reverses;
import static io.twophase.domain.explorer.receipt.Scenes.runs;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("With receipts an id means one transaction, whatever passes do")
class ReceiptsExplorationTest {

  static Stream<Arguments> scenes() {
    return Stream.of(
        Arguments.of("repeated", repeated(10, FIVE).passes(2, 1)),
        Arguments.of("repeated where there may be batches", repeated(10, FIVE).besideBatches()),
        Arguments.of("no answer", repeated(10, FIVE).timeOuts(1)),
        Arguments.of("another body", reused(10).passes(2, 1)),
        Arguments.of("refused, and then there is money", repeated(3, FIVE).deposits(1)),
        Arguments.of("as much as there is", repeated(3, AT_MOST).deposits(1)),
        Arguments.of("cancelled", Scene.of(10, runs("caller", FIVE, 2), cancels(FIVE)).timeOuts(1)),
        Arguments.of(
            "a crash",
            Scene.of(10, runs("caller", FIVE, 2), recovers(FIVE)).passes(2, 1).crashes(1)),
        Arguments.of(
            "a crash without money",
            Scene.of(3, runs("caller", FIVE, 2), recovers(FIVE)).crashes(1).deposits(1)),
        Arguments.of(
            "authorized",
            Scene.of(10, runs("caller", HELD, 2), captures(HELD, 2), cancels(HELD)).passes(1, 2)),
        Arguments.of(
            "reversed",
            Scene.of(
                    10,
                    runs("caller", FIVE, 1),
                    reverses("reverser", FIVE, 2),
                    reverses("other", FIVE, 1))
                .passes(2, 2)),
        Arguments.of(
            "receipts go",
            Scene.of(3, runs("caller", FIVE, 3)).passes(2, 2).deposits(1).retired(1)),
        Arguments.of("transfers of a batch", Scenes.batch(2).passes(2, 1)));
  }

  static Stream<Arguments> wideScenes() {
    return Stream.of(
        Arguments.of("two without an answer", repeated(10, FIVE).passes(2, 1).timeOuts(2)),
        Arguments.of(
            "as much as there is, no answer",
            repeated(3, AT_MOST).passes(2, 1).deposits(1).timeOuts(1)),
        Arguments.of(
            "cancelled, recovered",
            Scene.of(10, runs("caller", FIVE, 2), cancels(FIVE), recovers(FIVE))
                .passes(2, 1)
                .crashes(1)
                .timeOuts(1)),
        Arguments.of(
            "authorized, no answer",
            Scene.of(10, runs("caller", HELD, 2), captures(HELD, 2), cancels(HELD))
                .passes(2, 1)
                .timeOuts(1)),
        Arguments.of(
            "receipts go, no answer",
            repeated(3, FIVE).passes(2, 2).deposits(1).retired(2).timeOuts(1)),
        Arguments.of("transfers of a batch, no answer", Scenes.batch(2).passes(2, 2).timeOuts(1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wideScenes")
  @EnabledIfSystemProperty(named = "twophase.explore", matches = "wide")
  void wideScene(String name, Scene scene) {
    scene(name, scene);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scene scene) {
    Found found = Explorer.explore(scene);
    System.out.printf("| %s | %,d |%n", name, found.states());
    assertThat(found.fault()).as(found.report()).isEmpty();
  }
}
