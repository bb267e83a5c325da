package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.testing.Documents;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The explorer of documents finds what goes wrong where")
class BrokenDocumentRulesTest {

  private static final Sweeper OF_FINISHED = (record, hold) -> record.state().isFinal();

  static Stream<Arguments> broken() {
    return Stream.of(
        arguments(
            "a worker decides without all holds (rule 1)",
            Scenes.CHANGE.drivenBy(BrokenDrivers.DECIDES_WITHOUT_ALL_HOLDS)),
        arguments(
            "a settle ignores the epoch (rule 3)",
            Scenes.RESURRECT.over(BrokenStorage.SETTLES_AT_ANY_EPOCH)),
        arguments(
            "a hold is sent again in the same epoch (rule 4)",
            Scenes.ABA.drivenBy(BrokenDrivers.HOLDS_AGAIN_IN_THE_SAME_EPOCH)),
        arguments(
            "a hold is withdrawn that is alive (rule 5)",
            Scenes.CHANGE.drivenBy(BrokenDrivers.WITHDRAWS_WHAT_IS_ALIVE)),
        arguments(
            "a worker finishes early (rule 6)",
            Scenes.CHANGE.drivenBy(BrokenDrivers.FINISHES_EARLY)),
        arguments(
            "any answer to a hold counts as its acknowledgement (rule 9)",
            Scenes.SKEW.drivenBy(BrokenDrivers.COUNTS_NOTHING)),
        arguments(
            "nobody withdraws a hold of an epoch that is over (rule 10)",
            Scenes.ORDER_LATE.sweptBy(OF_FINISHED)),
        arguments(
            "a document that is held refuses by what is stored of it (rule 12)",
            Scenes.REMOVE.over(BrokenStorage.REFUSES_WHAT_IS_BUSY)),
        arguments(
            "holds do not name the home of their records (rule 13)",
            Scenes.HOMES.naming(home -> Documents.HOME)),
        arguments(
            "a hold for another operation is acknowledged (rule 15)",
            Scenes.EXACT.over(BrokenStorage.ACKNOWLEDGES_BY_ID_AND_EPOCH)),
        arguments("a check holds nothing", Scenes.SKEW.over(BrokenStorage.LOOKS_ONLY)),
        arguments("what is checked can be changed", Scenes.SKEW.over(BrokenStorage.IGNORES_CHECKS)),
        arguments(
            "what is checked can be added to",
            Scenes.CHECK_ESCROW.over(BrokenStorage.CHECKS_BESIDE_ADDITIONS)),
        arguments(
            "an insert is settled by an insert",
            Scenes.RESURRECT.over(BrokenStorage.CREATES_AT_SETTLE)),
        arguments(
            "a removal is settled by a delete that asks nothing",
            Scenes.ABA.over(BrokenStorage.DELETES_BARELY)),
        arguments(
            "a release deletes any placeholder",
            Scenes.REINSERT.over(BrokenStorage.RELEASES_BARELY)),
        arguments(
            "workers wait in any order, and keep what they hold",
            Scenes.ORDER.timeOuts(0).drivenBy(BrokenDrivers.WAITS_IN_ANY_ORDER)),
        arguments(
            "a reader does not look again",
            Scenes.breaking(Reader.Fault.READS_ONCE, Scenes.READER)),
        arguments(
            "a reader does not look at epochs",
            Scenes.breaking(Reader.Fault.IGNORES_EPOCHS, Scenes.READER_DOCS)),
        arguments(
            "a reader does not ask the undecided again",
            Scenes.breaking(Reader.Fault.IGNORES_DECISIONS, Scenes.READER_2)),
        arguments(
            "a worker backs off and holds again in the same epoch",
            Scenes.BACK_OFF.drivenBy(BrokenDrivers.BACKS_OFF_IN_THE_SAME_EPOCH)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void andSaysHow(String rule, Scenario scenario) {
    Exploration found = Explorer.explore(scenario);
    System.out.println("where " + rule + ":\n" + found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).isNotEmpty();
  }
}
