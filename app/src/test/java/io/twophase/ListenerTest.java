package io.twophase;

import static io.twophase.app.testing.Books.request;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.application;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.Books;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.test.fault.FaultyStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ListenerTest {

  private final FaultyStore store = Books.faulty(100, 0);

  @Test
  void eachHeartbeatTellsWhatTheProcessHasDone() {
    TwoPhaseSettings settings =
        TwoPhaseSettings.of(application("test")).withHeartbeat(Duration.ofMillis(5));
    try (TwoPhase host = TwoPhase.over(store).settings(settings).build()) {
      host.transfers().transfer(request("t1", 1));
      host.transfers().transfer(request("t2", 1));
      host.transfers().transfer(request("t3", 1_000));

      await().until(() -> vitals().applied() == 2 && vitals().refused() == 1);
      assertThat(vitals().batches()).isEqualTo(3);
      assertThat(vitals().decided()).isEqualTo(3);
      assertThat(vitals().waiting() + vitals().blocked() + vitals().unknown()).isZero();
    }
  }

  private Vitals vitals() {
    OwnerLookup only = store.owners().silent(Duration.ZERO, 9).get(0);
    return only.fold(OwnerLookup.Found::vitals, absent -> Vitals.NONE, unreadable -> Vitals.NONE);
  }

  @Test
  void oneOfOneIsThatOneAndOneOfNoneIgnoresAll() {
    TwoPhaseListener one = new TwoPhaseListener() {};

    assertThat(TwoPhaseListener.each(List.of(one))).isSameAs(one);
    assertThat(TwoPhaseListener.each(List.of())).isSameAs(TwoPhaseListener.IGNORED);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1000, 0", "1001, 1", "2000, 1", "5000, 2", "5000000, 11", "5000001, 12"})
  void aDecisionIsCountedByTheTimeWithinWhichItWas(long micros, int count) {
    assertThat(TransferMetrics.count(Duration.ofNanos(micros * 1_000))).isEqualTo(count);
  }
}
