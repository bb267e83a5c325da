package io.twophase.domain.explorer.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.evidence.Scene.Keeping;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each rule of evidence that is left out is found")
class BrokenEvidenceRulesTest {

  private static final Scene TWO = Scene.of(2);
  private static final Scene RACE = TWO.passes(2, 1);

  static Stream<Arguments> flaws() {
    return Stream.of(
        Arguments.of(Flaw.TAKES_WHAT_IS_NOT_CONFIRMED, TWO.faults(1, 0, 0), "names t"),
        Arguments.of(Flaw.BUILDS_ON_WHAT_MAY_BE_LOST, RACE.faults(1, 1, 0), "there is no leaf 1"),
        Arguments.of(Flaw.OVERWRITES, RACE.foreign(1), "the head of 1 is another than it was"),
        Arguments.of(Flaw.GOES_ON_WHERE_ONE_IS_TAKEN, RACE.foreign(1), "does not follow from"),
        Arguments.of(Flaw.TAKES_UNDECIDED_FOR_GONE, TWO.faults(0, 0, 1), "says that its record"),
        Arguments.of(
            Flaw.RETENTION_DOES_NOT_WAIT, TWO.keeping(Keeping.RECEIPTS), "says that its record"),
        Arguments.of(
            Flaw.RETENTION_TAKES_WHAT_MAY_BE_LOST,
            TWO.passes(1, 2).keeping(Keeping.RECEIPTS).faults(1, 0, 0),
            "says that its record"),
        Arguments.of(
            Flaw.TAKES_RECEIPTS_FOR_NOTHING, TWO.keeping(Keeping.RECEIPTS), "the audit names t"),
        Arguments.of(
            Flaw.NAMES_ALL_THAT_IS_GONE, TWO.keeping(Keeping.NOTHING), "the audit names t"),
        Arguments.of(
            Flaw.ASKS_ONLY_OF_NOW, TWO.keeping(Keeping.NOTHING).settings(1), "the audit names t"),
        Arguments.of(
            Flaw.NAMES_NOTHING,
            TWO.keeping(Keeping.RECEIPTS).foreign(1),
            "the audit does not name t"));
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
