package io.twophase.domain.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The explorer finds that money is made or lost")
class BrokenRulesTest {

  private static final Scenario KEPT =
      Scenario.of(Role.owner(Scenario.TRANSFER), Role.recoverer()).timeOuts(1);

  static Stream<Arguments> broken() {
    return Stream.of(
        argumentSet(
            "where a worker decides without all holds (rule 1)",
            KEPT.drivenBy(Broken.DECIDES_WITHOUT_ALL_HOLDS)),
        argumentSet(
            "where a worker owns an epoch that it did not get (rule 2)",
            KEPT.drivenBy(Broken.OWNS_WHAT_IT_DID_NOT_GET)),
        argumentSet(
            "where a settle ignores the epoch (rule 3)", KEPT.over(Broken.SETTLES_AT_ANY_EPOCH)),
        argumentSet(
            "where a hold is sent again in the same epoch (rule 4)",
            KEPT.drivenBy(Broken.HOLDS_AGAIN_IN_THE_SAME_EPOCH)),
        argumentSet(
            "where a client library sends a hold twice by itself (rule 4)",
            KEPT.timeOuts(0).drivenBy(Broken.HOLDS_ARE_SENT_TWICE)),
        argumentSet(
            "where a hold is withdrawn that is alive (rule 5)",
            KEPT.drivenBy(Broken.WITHDRAWS_WHAT_IS_ALIVE)),
        argumentSet("where a worker finishes early (rule 6)", KEPT.drivenBy(Broken.FINISHES_EARLY)),
        argumentSet(
            "where a worker assumes that its stamps matched (rule 8)",
            KEPT.drivenBy(Broken.ASSUMES_THAT_STAMPS_MATCH)));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void andSaysHow(Scenario scenario) {
    Exploration found = Explorer.followTheMoney(scenario);
    System.out.println(found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).isNotEmpty();
  }
}
