package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.screen.Sample.Rates;
import io.twophase.console.screen.Sample.Rates.Rate;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Fixtures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures that grow, as what was done in a second. */
class RatesTest {

  private static final Instant NOW = Fixtures.NOW;

  private static OwnerLookup owner(String id, long decided, Duration silentFor) {
    List<Long> decisions = new ArrayList<>(Collections.nCopies(Vitals.COUNTS, 0L));
    decisions.set(0, decided);
    return new OwnerLookup.Found(
        new OwnerId(id),
        Fixtures.APP,
        NOW,
        1,
        Duration.ofSeconds(1),
        silentFor,
        new Vitals(decided, decided / 10, 0, 0, 0, 0, decisions));
  }

  private static Rates.Reading at(int second, OwnerLookup... owners) {
    return new Rates.Reading(NOW.plusSeconds(second), List.of(owners));
  }

  @Test
  void theTimeIsThatBetweenTheBeatsOfEach() {
    Rates rates =
        Rates.NONE
            .and(at(0, owner("a", 0, Duration.ofSeconds(1)), owner("b", 70, Duration.ZERO)))
            .and(at(9, owner("a", 100, Duration.ZERO), owner("b", 160, Duration.ZERO)));

    assertThat(rates.all()).hasSize(1);
    assertThat(rates.all().get(0).decidedPerSecond()).isEqualTo(20);
    assertThat(rates.all().get(0).done().decided()).isEqualTo(190);
  }

  @Test
  void whoIsNewCountsFromTheNextReadingOn() {
    Rates rates = Rates.NONE.and(at(0)).and(at(5, owner("a", 1_000, Duration.ZERO)));

    assertThat(rates.all().get(0).decidedPerSecond()).isZero();
    assertThat(rates.and(at(10, owner("a", 1_050, Duration.ZERO))).all().get(1).decidedPerSecond())
        .isEqualTo(10);
  }

  @Test
  void aReadingThatIsTooCloseIsPassedOver() {
    Rates rates =
        Rates.NONE
            .and(at(0, owner("a", 0, Duration.ZERO)))
            .and(at(1, owner("a", 0, Duration.ofSeconds(1))))
            .and(at(5, owner("a", 50, Duration.ZERO)));

    assertThat(rates.all()).singleElement().extracting(Rate::decidedPerSecond).isEqualTo(10.0);
  }

  @Test
  void ratesBeginAnewAtAClockThatIsSetBack() {
    Rates rates = Rates.NONE.and(at(3_600)).and(at(3_605)).and(at(0)).and(at(5));

    assertThat(rates.all()).extracting(Rate::at).containsExactly(NOW.plusSeconds(5));
  }

  @Test
  void oldRatesAreForgotten() {
    Rates rates = Rates.NONE;
    for (int second = 0; second <= 1_200; second += 10) {
      rates = rates.and(at(second));
    }

    assertThat(rates.all()).hasSize(61);
  }

  @Test
  void theDeadDoNothing() {
    Rates rates =
        Rates.NONE
            .and(at(0, owner("a", 50, Duration.ZERO)))
            .and(at(5, owner("a", 50, Duration.ofSeconds(5).minusNanos(10))));

    assertThat(rates.all().get(0).decidedPerSecond()).isZero();
  }
}
