package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.driver.Server.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerClockTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private Instant here = START;
  private Optional<Instant> there = Optional.of(START.plusSeconds(100));
  private Duration answerTakes = Duration.ZERO;
  private int asked;

  private final ServerClock clock =
      new ServerClock(
          () -> here,
          () -> {
            asked++;
            here = here.plus(answerTakes);
            return there;
          });

  @Test
  void theServersTimeIsThisProcesssMovedByTheirDifference() {
    here = START.plusMillis(1_234);

    assertThat(clock.now()).isEqualTo(START.plusMillis(101_234));
    assertThat(clock.since(START.plusSeconds(101))).isEqualTo(Duration.ofMillis(234));
  }

  @Test
  void itIsNotAheadOfTheServerHoweverLongTheAnswerTakes() {
    here = START.plusSeconds(60);
    there = Optional.of(START.plusSeconds(160));
    answerTakes = Duration.ofMillis(400);

    assertThat(clock.now()).isEqualTo(START.plusSeconds(160));
  }

  @Test
  void aTimeThatIsYetToComeWasNoTimeAgo() {
    assertThat(clock.since(START.plusSeconds(500))).isEqualTo(Duration.ZERO);
  }

  @Test
  void theServerIsAskedAtMostOnceAMinute() {
    here = START.plusSeconds(59);
    clock.now();
    assertThat(asked).isEqualTo(1);

    here = START.plusSeconds(60);
    there = Optional.of(here.minusSeconds(7));
    assertThat(clock.now()).isEqualTo(START.plusSeconds(53));
    clock.now();
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void aClockThatIsTurnedBackIsMeasuredAgain() {
    here = START.minusSeconds(1_000);
    there = Optional.of(START);

    assertThat(clock.now()).isEqualTo(START);
  }

  @Test
  void aServerThatDoesNotTellIsTakenToBeAsFarOffAsBefore() {
    here = START.plusSeconds(70);
    there = Optional.empty();

    assertThat(clock.now()).isEqualTo(START.plusSeconds(170));
    assertThat(asked).isEqualTo(2);
  }

  /**
   * Else a clock that was set forward meanwhile would be ahead for a minute more; and not sooner,
   * for each question may wait for a server that is away.
   */
  @Test
  void aServerThatDoesNotTellIsAskedAgainTenSecondsLater() {
    here = START.plusSeconds(7_200);
    there = Optional.empty();
    clock.now();
    here = START.plusSeconds(7_209);
    clock.now();
    assertThat(asked).isEqualTo(2);

    here = START.plusSeconds(7_210);
    there = Optional.of(START.plusSeconds(180));

    assertThat(clock.now()).isEqualTo(START.plusSeconds(180));
  }

  @Test
  void aTimeHasTheMillisecondsThatAStoredDateHas() {
    here = START.plusNanos(1_999_999);

    assertThat(clock.now()).isEqualTo(START.plusSeconds(100).plusMillis(1));
  }
}
