package io.twophase;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.EventWait.FollowPace;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FollowPaceTest {

  private static List<FollowPace> after(FollowPace first, int waits, boolean isWoken) {
    return Stream.iterate(first, pace -> pace.next(isWoken)).limit(waits).toList();
  }

  @Test
  void whereNothingHappensItLooksEachSecondInTheEnd() {
    assertThat(after(FollowPace.FIRST, 8, false))
        .extracting(FollowPace::most)
        .extracting(Duration::toMillis)
        .containsExactly(50L, 100L, 200L, 400L, 800L, 1_000L, 1_000L, 1_000L);
  }

  @Test
  void aSignalThatNeverEndsCausesALookEachSecondInTheEnd() {
    assertThat(after(FollowPace.FIRST, 9, true))
        .extracting(FollowPace::least)
        .extracting(Duration::toMillis)
        .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
  }

  @Test
  void aSignalAfterAQuietTimeIsFollowedAtOnceAndSoonAgain() {
    FollowPace quiet = after(FollowPace.FIRST, 9, false).get(8);

    assertThat(quiet.least()).isEqualTo(ofMillis(10));
    assertThat(quiet.next(true).most()).isEqualTo(ofMillis(50));
  }

  @Test
  void afterAFaultASignalEndsNoWait() {
    assertThat(FollowPace.AFTER_A_FAULT.least()).isEqualTo(FollowPace.LONGEST);
  }
}
