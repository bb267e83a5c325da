package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.Exploration;
import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions over documents, by all who may work at them, over a slow network. */
@DisplayName("The protocol of documents keeps its promises in every interleaving of the scenario")
class DocumentsExplorationTest {

  private static final int AT_LEAST = 5_000_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> scenes() {
    return Stream.of(
        arguments("change", Scenes.CHANGE.timeOuts(0), "DC CD CC"),
        arguments("update", Scenes.UPDATE.timeOuts(0), "DC CD CC"),
        arguments("orphan", Scenes.ORPHAN, "DC CD CC"),
        arguments("insert", Scenes.INSERT.timeOuts(0), "DC CD CC"),
        arguments("reinsert", Scenes.REINSERT.timeOuts(0), "DC CD CC"),
        arguments("remove", Scenes.REMOVE.timeOuts(0), "DDD DDC DCD DCC CDC"),
        arguments("aba, 2 time-outs", Scenes.ABA, "DD DC"),
        arguments("resurrect, 1 time-out", Scenes.RESURRECT, "DD DC"),
        arguments("resurrect, 1 repeated request", Scenes.REPEATED, "DD DC"),
        arguments("skew", Scenes.SKEW.timeOuts(0), "DC CD CC"),
        arguments("skew_absent", Scenes.SKEW_ABSENT.timeOuts(0), "DC CD CC"),
        arguments("close", Scenes.CLOSE, "DC CD CC"),
        arguments("checks, 1 time-out", Scenes.CHECKS, "DDD DDC DCD CDD DCC CDC CCD"),
        arguments("check_escrow", Scenes.CHECK_ESCROW.timeOuts(0), "DD DC CD"),
        arguments("check_there", Scenes.CHECK_THERE, "DDD"),
        arguments("check_removed", Scenes.CHECK_REMOVED.timeOuts(0), "DDD DDC DCD CDD DCC CDC CCD"),
        arguments("three, 1 time-out", Scenes.THREE, "D"),
        arguments("mixed", Scenes.MIXED.timeOuts(0), "D"),
        arguments("three_cancel", Scenes.THREE_CANCEL, "D C"),
        arguments("order, 1 time-out", Scenes.ORDER, "DD"),
        arguments("order_late, 1 time-out", Scenes.ORDER_LATE, "DD"),
        arguments("ring", Scenes.RING, "DDD"),
        arguments("back_off, 1 time-out", Scenes.BACK_OFF, "DD DC CD CC"),
        arguments("crash", Scenes.CRASH, "DD DC CD CC"),
        arguments("room", Scenes.ROOM, "DC CD CC"),
        arguments("homes, 1 time-out", Scenes.HOMES.timeOuts(1), "DD"),
        arguments("exact, 1 time-out", Scenes.EXACT, "C D"));
  }

  static Stream<Arguments> readers() {
    return Stream.of(
        arguments("reader", Scenes.READER),
        arguments("reader2", Scenes.READER_2),
        arguments("reader_docs, owners alone", Scenes.READER_DOCS_OWNED),
        arguments("one_doc, 1 time-out", Scenes.ONE_DOC),
        arguments("one_account", Scenes.ONE_ACCOUNT),
        arguments("absent_one", Scenes.ABSENT_ONE));
  }

  /** The exploration ends with the reading, so the transactions' endings are not asked for. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("readers")
  void reader(String name, Scenario scenario) {
    Exploration all = TALLY.row(name, () -> Explorer.explore(scenario));
    assertThat(all.violation()).as(all.report()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void scene(String name, Scenario scenario, String endings) {
    Endings.check(TALLY.row(name, () -> Explorer.explore(scenario)), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
