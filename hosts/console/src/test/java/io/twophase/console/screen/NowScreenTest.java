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
import io.twophase.ports.StoreException;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
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

  @Test
  void aStoreThatTakesLongToReadHasAPageAtOnce() {
    CountDownLatch slow = new CountDownLatch(1);
    bank.before(
        (method, arguments, call) -> {
          Bank.await(slow);
          return call.make();
        });

    assertThat(asked.get("/now").text()).contains("This store takes long to read.");
    assertThat(asked.get("/api/v1/now").json().get("isRead").asBoolean()).isFalse();
    slow.countDown();
    Awaitility.await().until(() -> asked.get("/now").text().contains("Nothing is stuck"));
  }

  /** Fails at lists of records for as long as it is to. */
  private void failAtLists(AtomicBoolean isFaulty) {
    bank.before(
        (method, arguments, call) -> {
          if (isFaulty.get() && method.equals("list")) {
            throw new StoreException("no index");
          }
          return call.make();
        });
  }

  @Test
  void aFaultIsNoneOfTheOwnersThatWereRead() {
    store.owners().beat(Planted.KILLED, Fixtures.APP, Duration.ofSeconds(1), Vitals.NONE);
    failAtLists(new AtomicBoolean(true));

    assertThat(asked.get("/now").text()).contains("0 s ago <small>every 1 s</small>");
  }

  @Test
  void nothingIsSaidOfWhatWasNotRead() {
    AtomicBoolean isFaulty = new AtomicBoolean(true);
    failAtLists(isFaulty);

    assertThat(asked.get("/now").text())
        .contains("whether anything is stuck: not read yet: no index", "No process shows")
        .doesNotContain("Nothing is stuck", "No authorization waits");
    isFaulty.set(false);
    clock.advance(Duration.ofSeconds(2));
    Awaitility.await().until(() -> asked.get("/now").text().contains("Nothing is stuck"));
    isFaulty.set(true);
    asked.with("twophase-poll", "1");
    clock.advance(Duration.ofMinutes(3));
    assertThat(asked.get("/now").text())
        .contains("whether anything is stuck: not read for 3 min")
        .doesNotContain("Nothing is stuck");
  }

  @ParameterizedTest
  @CsvSource({"batch:x, true", "pay-7, false"})
  void anUnreadableBatchIsOneByItsId(String id, boolean isBatch) {
    assertThat(new Stuck(List.of()).view(Lookup.unreadable(id, "no epoch")))
        .containsEntry("isBatch", isBatch);
  }
}
