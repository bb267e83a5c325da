package io.twophase.domain.explorer.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.search.Exploration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The explorer of batches finds what goes wrong without")
class BrokenBatchRulesTest {

  /** The scene in which leaving out each rule is looked for. */
  private static final Map<Flaw, String> WHERE = new EnumMap<>(Flaw.class);

  static {
    WHERE.put(Flaw.DECIDES_WITHOUT_ALL_HOLDS, "two");
    WHERE.put(Flaw.OWNS_WITHOUT_A_MATCH, "two");
    WHERE.put(Flaw.SETTLES_AT_ANY_EPOCH, "two");
    WHERE.put(Flaw.HOLDS_AGAIN_IN_THE_SAME_EPOCH, "two");
    WHERE.put(Flaw.WITHDRAWS_WHAT_IS_ALIVE, "two");
    WHERE.put(Flaw.FINISHES_EARLY, "two");
    WHERE.put(Flaw.COUNTS_NOTHING, "sums");
    WHERE.put(Flaw.STAMPS_ANY_HOLD, "seen_late");
    WHERE.put(Flaw.DECIDES_FOR_WHAT_IT_LISTS, "shared");
    WHERE.put(Flaw.SEES_MEMBERS_OF_ONE_SERVER, "forget");
    WHERE.put(Flaw.ANSWERS_FOR_WHAT_IT_LISTS, "whole_shared");
    WHERE.put(Flaw.TAKES_FOREIGN_BODIES, "foreign");
    WHERE.put(Flaw.RUNS_WITHOUT_RANGES, "sums");
    WHERE.put(Flaw.LOOKS_AT_FINAL_NETS, "swap0");
    WHERE.put(Flaw.STOPS_SUMS_AT_INT64, "huge");
    WHERE.put(Flaw.TAKES_RANGES_FROM_DOCUMENTS, "seen_late");
    WHERE.put(Flaw.SETTLES_WHAT_IS_LISTED, "sums");
    WHERE.put(Flaw.COMPUTES_WHAT_IS_HELD, "sums");
    WHERE.put(Flaw.FINISHES_WITHOUT_DOCUMENTS, "two");
    WHERE.put(Flaw.FINISHES_WITHOUT_THE_OTHERS, "unread");
    WHERE.put(Flaw.ENDS_ONE_EPOCH, "older");
    WHERE.put(Flaw.CANCELS_AT_ANOTHERS_EPOCH, "whole2");
    WHERE.put(Flaw.DECIDES_WITHOUT_EXCLUSIONS, "cancel");
    WHERE.put(Flaw.FORGETS_EXCLUSIONS, "cancel");
    WHERE.put(Flaw.TAKES_WHAT_IS_PENDING, "ask");
    WHERE.put(Flaw.TAKES_BEFORE_DONE, "busy");
    WHERE.put(Flaw.CANCELS_BEFORE_DONE, "cancel_left");
    WHERE.put(Flaw.TAKES_WHATEVER_IT_NAMES, "asks");
    WHERE.put(Flaw.SEES_BATCHES_OF_ONE_SERVER, "forget");
    WHERE.put(Flaw.TAKES_WITHOUT_A_TOMBSTONE, "ask");
    WHERE.put(Flaw.READS_TOMBSTONES_AS_CANCELED, "dead");
    WHERE.put(Flaw.REMOVES_RECORDS_FIRST, "retain");
    WHERE.put(Flaw.REMOVES_WHAT_ONE_SERVER_HAS_DONE, "forget_retain");
    WHERE.put(Flaw.REMOVES_AT_ANY_TIME, "retain2");
    WHERE.put(Flaw.REMOVES_BESIDE_ONE_IN_DOUBT, "retain2");
    WHERE.put(Flaw.REMOVES_TOMBSTONES_AT_ONCE, "retain");
    WHERE.put(Flaw.BEGINS_WHAT_HAS_EXPIRED, "retain");
    WHERE.put(Flaw.ANSWERS_FOR_WHAT_IS_LEFT_OUT, "busy");
    WHERE.put(Flaw.REFUSES_BY_WHAT_IS_HELD, "back");
    WHERE.put(Flaw.REFUSES_BEFORE_MONEY_COMES, "pays_busy");
    WHERE.put(Flaw.HOLDS_LESS_AT_ANY_BOUNDS, "paid");
    WHERE.put(Flaw.HOLDS_ALL_THERE_IS, "oversize");
    WHERE.put(Flaw.IGNORES_THE_ORDER, "file");
    WHERE.put(Flaw.BEGINS_RECORDS_ON_ONE_SERVER, "forget");
    WHERE.put(Flaw.BEGINS_MEMBERS_ON_ONE_SERVER, "forget");
  }

  /** Those that are found without a time-out, where a time-out makes the scene large. */
  private static final Set<Flaw> SMOOTHLY =
      EnumSet.of(
          Flaw.REMOVES_RECORDS_FIRST,
          Flaw.REMOVES_WHAT_ONE_SERVER_HAS_DONE,
          Flaw.BEGINS_WHAT_HAS_EXPIRED);

  private static Scene scene(Flaw rule) {
    Scene scene = Scenes.named(WHERE.get(rule)).without(rule);
    return SMOOTHLY.contains(rule) ? scene.timeOuts(0) : scene;
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void andSaysHow(Flaw rule) {
    Exploration found = Explorer.explore(scene(rule));
    System.out.println(rule + " in " + WHERE.get(rule) + ":\n" + found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).isNotEmpty();
  }

  @Test
  @DisplayName("each rule that can be left out")
  void allAreLookedFor() {
    Set<Flaw> all = EnumSet.complementOf(EnumSet.of(Flaw.NONE));
    assertThat(WHERE.keySet()).isEqualTo(all);
  }
}
