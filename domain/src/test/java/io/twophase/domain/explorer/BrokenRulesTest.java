package io.twophase.domain.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.Explorer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The explorer finds that money is made or lost where")
class BrokenRulesTest {

  private static final Role OWNER = Role.owner(Scenario.TRANSFER);
  private static final Scenario KEPT = Scenario.of(OWNER, Role.recoverer()).timeOuts(1);

  static Stream<Arguments> broken() {
    return Stream.of(
        arguments(
            "a worker decides without all holds (rule 1)",
            KEPT.drivenBy(Broken.DECIDES_WITHOUT_ALL_HOLDS)),
        arguments(
            "a worker owns an epoch that it did not get (rule 2)",
            KEPT.drivenBy(Broken.OWNS_WHAT_IT_DID_NOT_GET)),
        arguments("a settle ignores the epoch (rule 3)", KEPT.over(Broken.SETTLES_AT_ANY_EPOCH)),
        arguments(
            "a hold is sent again in the same epoch (rule 4)",
            KEPT.drivenBy(Broken.HOLDS_AGAIN_IN_THE_SAME_EPOCH)),
        arguments(
            "a client library sends a hold again by itself (rule 4)",
            KEPT.timeOuts(0).with(Fault.REPEATED_HOLD, 1)),
        arguments(
            "a hold is withdrawn that is alive (rule 5)",
            KEPT.drivenBy(Broken.WITHDRAWS_WHAT_IS_ALIVE)),
        arguments("a worker finishes early (rule 6)", KEPT.drivenBy(Broken.FINISHES_EARLY)),
        arguments(
            "a hold without a record is released, the record was lost and comes late (rule 7)",
            OrphanedHoldsTest.LOST_RECORD.sweptBy(Broken.BURIES_NOTHING)),
        arguments(
            "a hold without a record is released, the read was stale (rule 7)",
            OrphanedHoldsTest.STALE_READ.sweptBy(Broken.BURIES_NOTHING)),
        arguments(
            "a worker assumes that its stamps matched (rule 8)",
            KEPT.drivenBy(Broken.ASSUMES_THAT_STAMPS_MATCH)),
        arguments(
            "a stale read says that what is to be settled is gone (rule 9)",
            KEPT.over(Broken.TAKES_A_STALE_READ_FOR_A_COUNT)),
        arguments(
            "an orphan under the same id and epoch is acknowledged (rule 15)",
            OrphanedHoldsTest.FOREIGN.over(Broken.ACKNOWLEDGES_BY_ID_AND_EPOCH)),
        arguments(
            "an orphan under the same id is stamped (rule 15)",
            OrphanedHoldsTest.FOREIGN.timeOuts(1).over(Broken.STAMPS_BY_ID)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void andSaysHow(String rule, Scenario scenario) {
    Exploration found = Explorer.followTheMoney(scenario);
    System.out.println("where " + rule + ":\n" + found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).isNotEmpty();
  }
}
