package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Result.Unanswered;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reason is for people who know no steps. */
class UnknownReasonsTest {

  @ParameterizedTest
  @EnumSource
  void noStepIsNamedToPeople(Unanswered during) {
    assertThat(UnknownReasons.words(during)).doesNotContain(during.name()).matches("[a-z ,]+");
  }

  @Test
  void anInterruptIsNamed() {
    Result result = Result.unknown(Unanswered.AWAIT_ROOM);
    String quiet = UnknownReasons.words(result);
    Thread.currentThread().interrupt();
    String interrupted = UnknownReasons.words(result);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(interrupted).isEqualTo(quiet + "; its caller is interrupted");
  }
}
