package io.twophase.domain.explorer;

import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.model.Role;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.explorer.search.Explorer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The explorer finds")
class AuditorTest {

  private static final Scenario KEPT =
      Scenario.of(Role.owner(Scenario.TRANSFER), Role.recoverer()).timeOuts(1);

  @Test
  @DisplayName("figures that do not add up")
  void figures() {
    assertThat(fault(KEPT.funds(usd("0")).over(Broken.FORGETS_TO_GIVE_BACK)))
        .startsWith("figures do not add up");
  }

  @Test
  @DisplayName("a hold that could be settled twice, before anybody does")
  void heldAgain() {
    assertThat(fault(KEPT.drivenBy(Broken.HOLDS_AGAIN_IN_THE_SAME_EPOCH)))
        .contains("not what is decided and no longer held: t is applied");
  }

  @Test
  @DisplayName("a decision without a hold, before anybody finishes")
  void decidedUnheld() {
    assertThat(fault(KEPT.drivenBy(Broken.DECIDES_WITHOUT_ALL_HOLDS)))
        .contains("not what is decided and no longer held: t is applied");
  }

  @Test
  @DisplayName("a result that the record does not bear out")
  void results() {
    assertThat(fault(KEPT.drivenBy(Broken.ASSUMES_THAT_IT_IS_FINISHED)))
        .isEqualTo("owner says Applied[finished=true] of APPLIED");
  }

  @Test
  @DisplayName("a hold that no sweeper ever removes")
  void leftHolds() {
    assertThat(fault(KEPT.swept().over(Broken.LOSES_WITHDRAWALS)))
        .isEqualTo("no way leads to an end");
  }

  @Test
  @DisplayName("a run that has no end")
  void noEnd() {
    assertThat(fault(KEPT.over(Broken.NEVER_FINISHES))).isEqualTo("no way leads to an end");
  }

  private static String fault(Scenario scenario) {
    return Explorer.explore(scenario).violation().getOrElse("none found");
  }
}
