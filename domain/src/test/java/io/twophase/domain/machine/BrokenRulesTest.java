package io.twophase.domain.machine;

import static io.twophase.domain.machine.Flaw.BELIEVES_IT_APPROVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.machine.Flaw.Run;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The explorer of the machine finds what goes wrong without … */
class BrokenRulesTest {

  static Stream<Run> runs() {
    return Stream.of(Flaw.values()).flatMap(rule -> rule.runs().stream());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void andSaysHow(Run run) {
    Found found =
        Explorer.explore(run.toString(), Scenes.named(run.scene()).with("flaw", run.flaw()));
    assertThat(found.fault()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).as(found.report()).hasSize(run.steps());
  }

  /** Whoever captures tries in vain until all have approved, and does no harm by that. */
  @Test
  void nothingIfOnlyWhoCapturesIsWrongAboutTheApprovals() {
    Found found =
        Explorer.explore("approved", Scenes.named("approved").with("flaw", BELIEVES_IT_APPROVED));
    assertThat(found.fault()).contains("from here it can never be all ended");
  }
}
