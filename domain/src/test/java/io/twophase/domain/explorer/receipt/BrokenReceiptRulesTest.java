package io.twophase.domain.explorer.receipt;

import static io.twophase.domain.explorer.receipt.Scenes.AT_MOST;
import static io.twophase.domain.explorer.receipt.Scenes.FIVE;
import static io.twophase.domain.explorer.receipt.Scenes.cancels;
import static io.twophase.domain.explorer.receipt.Scenes.recovers;
import static io.twophase.domain.explorer.receipt.Scenes.repeated;
import static io.twophase.domain.explorer.receipt.Scenes.reused;
import static io.twophase.domain.explorer.receipt.Scenes.reverses;
import static io.twophase.domain.explorer.receipt.Scenes.runs;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each rule of receipts that is left out is found")
class BrokenReceiptRulesTest {

  private static final Scene TWICE = Scene.of(10, runs("caller", FIVE, 2));
  private static final Scene REFUSED = Scene.of(3, runs("caller", FIVE, 3)).passes(2, 2);
  private static final Scene CRASHED =
      Scene.of(10, runs("caller", FIVE, 1), recovers(FIVE)).crashes(1);
  private static final Scene REVERSED =
      Scene.of(10, runs("caller", FIVE, 1), reverses("reverser", FIVE, 2));

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.REMOVES, TWICE, "t happens twice"),
        Arguments.of(Flaw.REMOVES, Scenes.batch(1), "gone for ever"),
        Arguments.of(Flaw.REMOVES_AND_THEN_LEAVES, TWICE, "t happens twice"),
        Arguments.of(Flaw.OVERWRITES, REFUSED.retired(1), "is answered as InsufficientFunds"),
        Arguments.of(
            Flaw.ASKS_ONLY_WHETHER_IT_IS_FINISHED,
            REFUSED.deposits(1).retired(1),
            "is answered as InsufficientFunds"),
        Arguments.of(Flaw.REPLACES_WHAT_IS_APPLIED, CRASHED, "for ever"),
        Arguments.of(Flaw.FORGETS_THE_BODY, reused(10), "another body"),
        Arguments.of(Flaw.FORGETS_THE_REASON, REFUSED, "is answered as applied"),
        Arguments.of(Flaw.FORGETS_HOW_MUCH, repeated(3, AT_MOST), "t moved 3"),
        Arguments.of(Flaw.KEEPS_NO_ID, TWICE, "t happens twice"),
        Arguments.of(
            Flaw.IS_NOT_SHOWN, Scene.of(10, runs("caller", FIVE, 1), cancels(FIVE)), "never"),
        Arguments.of(
            Flaw.LEAVES_ITS_HOLDS,
            Scene.of(10, runs("caller", FIVE, 1), cancels(FIVE)).withoutScrub(),
            "for ever"),
        Arguments.of(Flaw.GOES_EARLY, TWICE.retired(1), "t happens twice"),
        Arguments.of(
            Flaw.REVERSAL_DOES_NOT_WAIT,
            REVERSED.heldBack(FIVE.id()).retired(1),
            "t:reversal is decided again"),
        Arguments.of(Flaw.REPLACES_WHAT_IS_LEFT_OUT, Scenes.batch(1), "u is answered as applied"),
        Arguments.of(Flaw.REMOVES_THE_BATCH_FIRST, Scenes.batch(1), "t happens twice"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("flaws")
  void flaw(Flaw flaw, Scene scene, String fault) {
    assertThat(Explorer.explore(scene).fault()).as("with all rules").isEmpty();
    Found found = Explorer.explore(scene.with(flaw));
    System.out.println(flaw + ":\n" + found.report());
    assertThat(found.fault()).isNotEmpty();
    assertThat(found.fault().get()).contains(fault);
  }
}
