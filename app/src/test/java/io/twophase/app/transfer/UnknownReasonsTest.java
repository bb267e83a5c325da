package io.twophase.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every step at which a run may stop has words of its own. */
class UnknownReasonsTest {

  private static final String OTHERWISE = words("no such step");

  @Test
  void noStepIsNamedToPeople() {
    List<String> steps =
        Stream.concat(names(Step.class), names(Transition.class))
            .filter(name -> !name.equals("Move") && !name.equals("Stop"))
            .toList();

    assertThat(steps).contains("Await", "Reread", "PlaceHolds", "Decide");
    assertThat(steps)
        .allSatisfy(
            step ->
                assertThat(words(step))
                    .isNotEqualTo(OTHERWISE)
                    .doesNotContain(step)
                    .matches("[a-z ,]+"));
  }

  private static String words(String during) {
    return UnknownReasons.words(new Result.Unknown(during, Option.none()));
  }

  private static Stream<String> names(Class<?> type) {
    return type.isInterface()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(UnknownReasonsTest::names)
        : Stream.of(type.getSimpleName());
  }
}
