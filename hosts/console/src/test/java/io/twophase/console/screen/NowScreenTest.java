package io.twophase.console.screen;

import static io.twophase.console.testing.Asked.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Planted;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The screen of what is under way. */
class NowScreenTest {

  @AutoClose private final Bank bank = new Bank();
  private final SettableClock clock = bank.clock;
  private final Store store = bank.memory;
  private final Asked asked = bank.asked();

  private void beat(long decided) {
    List<Long> decisions = new ArrayList<>(Collections.nCopies(Vitals.COUNTS, 0L));
    decisions.set(2, decided);
    store
        .owners()
        .beat(
            Planted.KILLED,
            Fixtures.APP,
            Duration.ofSeconds(1),
            new Vitals(decided, 0, 0, 0, 0, 0, decisions));
  }

  @Test
  void decisionsAreLinesOfAChartAndFigures() {
    for (int reading = 0; reading < 3; reading++) {
      beat(50L * reading);
      asked.get("/now");
      clock.advance(Duration.ofSeconds(5));
    }

    JsonNode rates = asked.get("/api/v1/now").json().get("rates");

    assertThat(texts(rates, "/decided", "/half", "/minutes/0/halfWithin"))
        .containsExactly("M500.0 2.0L550.0 2.0L600.0 98.0", "M500.0 82.0L550.0 82.0", "5 ms");
    assertThat(asked.get("/now").text()).contains("at most 10 per second");
  }

  @ParameterizedTest
  @CsvSource({"batch:x, true", "pay-7, false"})
  void anUnreadableBatchIsOneByItsId(String id, boolean isBatch) {
    assertThat(new Stuck(List.of()).view(Lookup.unreadable(id, "no epoch")))
        .containsEntry("isBatch", isBatch);
  }
}
