package io.twophase.domain.explorer.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.ExplorationTable;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches, by all who may work at them, over a slow network. */
@DisplayName("Batches keep their promises in every interleaving of the scene")
class BatchesExplorationTest {

  /** What takes long, and has a smaller scene beside it: only where all is explored. */
  private static final Set<String> LONG_SMOOTH =
      Set.of("ask2", "cancel_ask", "order_cancel", "reduced3");

  private static final Set<String> LONG_ROUGH =
      Set.of("dead", "forget_retain", "late", "seen_late", "whole_shared");

  private static final boolean IS_WIDE = "wide".equals(System.getProperty("twophase.explore"));
  private static final int AT_LEAST = IS_WIDE ? 1_000_000 : 500_000;
  private static final ExplorationTable TALLY = new ExplorationTable();

  static Stream<Arguments> smooth() {
    return shown(
        LONG_SMOOTH,
        arguments("ask", "D"),
        arguments("ask2", "CD DC DD"),
        arguments("asks", "D"),
        arguments("back", "CC CD"),
        arguments("back_order", "CC"),
        arguments("busy", "DC DD"),
        arguments("cancel", "CC CD DC DD"),
        arguments("cancel_ask", "C D"),
        arguments("cancel_busy", "CC CD DC DD"),
        arguments("ceiling", "CC DC"),
        arguments("circle", "DDD"),
        arguments("circle_over", "CCC DCC DDC DDD"),
        arguments("crash", "CC CD DC DD"),
        arguments("file", "CC DC"),
        arguments("file3", "CCC CDC"),
        arguments("foreign", "DC CC"),
        arguments("forget", "D"),
        arguments("forget_retain", "C D"),
        arguments("huge", "CC CD DC"),
        arguments("huge_back", "CCC DCC DDC DDD"),
        arguments("late", "CC CD DC"),
        arguments("legs", "DC CC"),
        arguments("missing", "CC CD"),
        arguments("older", "CC CD DC DD"),
        arguments("order_busy", "CC DC DD"),
        arguments("order_cancel", "CC DC DD"),
        arguments("order_ceil", "CCC DCC DCD"),
        arguments("order_dep", "CCC CDC CDD"),
        arguments("pays", "CC DC DD"),
        arguments("pays_all", "DD"),
        arguments("reduced", "DCD"),
        arguments("reduced3", "CCD CDD DCD DDD"),
        arguments("resume", "CD DC DD"),
        arguments("resume_ask", "D"),
        arguments("retain", "D"),
        arguments("rivals", "CC CD DC"),
        arguments("seen_late", "CC CD DC DD"),
        arguments("seen_late2", "CC DC DD"),
        arguments("seen_late3", "CC CD"),
        arguments("shared", "CC CD DC DD"),
        arguments("sums", "CC CD DC"),
        arguments("swap", "CC CD DC DD"),
        arguments("swap0", "CC"),
        arguments("swap1", "CC DC DD"),
        arguments("two", "CC CD DC DD"),
        arguments("unread2", "C D"),
        arguments("whole_shared", "C D"));
  }

  static Stream<Arguments> rough() {
    return shown(
        LONG_ROUGH,
        arguments("asks", "D"),
        arguments("beside", "CCD CDD DCC DCD"),
        arguments("beside_in", "CCC CDC CDD DCC DCD"),
        arguments("busy", "CD DC DD"),
        arguments("cancel_left", "C D"),
        arguments("cancel_room", "CC CD DC"),
        arguments("dead", "D"),
        arguments("forget_retain", "C D"),
        arguments("late", "CC CD DC"),
        arguments("moved", "CC CD DC DD"),
        arguments("oversize", "CC CD"),
        arguments("oversize_in", "CC CD"),
        arguments("paid", "CC DC DD"),
        arguments("pays_busy", "CC DC DD"),
        arguments("reduced2", "CCD CDD DCC DCD DDD"),
        arguments("resume", "CC CD DC DD"),
        arguments("resume_ask", "D"),
        arguments("resume_left", "C D"),
        arguments("retain2", "DC DD"),
        arguments("seen_late", "CC CD DC DD"),
        arguments("unread", "CC DC"),
        arguments("whole2", "CC CD DC DD"),
        arguments("whole_shared", "C D"));
  }

  private static Stream<Arguments> shown(Set<String> takingLong, Arguments... all) {
    return Stream.of(all).filter(each -> IS_WIDE || !takingLong.contains(each.get()[0]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rough")
  void withWhatMayGoWrong(String name, String endings) {
    Endings.check(
        TALLY.row(name + ", 1 fault", () -> Explorer.explore(Scenes.named(name))), endings);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("smooth")
  void withoutTimeOuts(String name, String endings) {
    Endings.check(TALLY.row(name, () -> Explorer.explore(Scenes.named(name).timeOuts(0))), endings);
  }

  @AfterAll
  static void counts() {
    assertThat(TALLY.total()).isGreaterThan(AT_LEAST);
  }
}
