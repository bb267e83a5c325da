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

  private JsonNode stuck() {
    return asked.get("/api/v1/now").json().get("stuck").get(0);
  }

  @Test
  void anEmptyStoreHasNothingStuck() {
    Asked.Reply page = asked.get("/now");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text())
        .contains("<title>Now · Twophase</title>", "aria-current=\"page\">Now</a>")
        .contains("Nothing is stuck", "No process shows", "No authorization waits");
  }

  @Test
  void aTransactionOfADeadOwnerIsStuckAndThePageSaysWhy() {
    Planted.pending(store, "pay-7");
    clock.advance(Duration.ofSeconds(6));

    JsonNode stuck = stuck();

    assertThat(texts(stuck, "/id", "/state", "/why", "/recovery"))
        .containsExactly(
            "pay-7",
            "pending",
            "Its owner has shown no sign of life for 6 s, and means to show one every 1 s: it"
                + " counts as dead.",
            "The next pass of recovery takes it over: it goes on where it stopped, and is then"
                + " applied or canceled.");
    assertThat(asked.get("/now").text()).contains("href=\"/transaction?id=pay-7\"");
  }

  @Test
  void aTransactionThatIsAtWorkIsNotStuck() {
    Planted.pending(store, "pay-7");

    JsonNode now = asked.get("/api/v1/now").json();

    assertThat(now.get("stuck")).isEmpty();
    assertThat(now.get("states").get(1).get("count").asInt()).isEqualTo(1);
    assertThat(now.at("/owners/0/sign").asText()).isEqualTo("alive");
    assertThat(now.get("owners").get(0).get("unfinished").asInt()).isEqualTo(1);
  }

  @Test
  void aTransactionOfALiveOwnerIsStuckWhenItIsOld() {
    Planted.pending(store, "pay-7");
    clock.advance(Duration.ofSeconds(60));
    store.owners().beat(Planted.KILLED, Fixtures.APP, Duration.ofSeconds(1), Vitals.NONE);

    JsonNode stuck = stuck();

    assertThat(stuck.get("why").asText())
        .isEqualTo("Its owner is alive: its last sign was 0 s ago.");
    assertThat(stuck.get("recovery").asText()).startsWith("Recovery takes it over once");
  }

  @Test
  void anOwnerThatHasEndedIsDead() {
    Planted.pending(store, "pay-7");
    store.owners().retire(Planted.KILLED);
    clock.advance(Duration.ofSeconds(10));

    JsonNode stuck = stuck();

    assertThat(stuck.get("why").asText())
        .isEqualTo("Its owner has ended, or was removed as long dead.");
  }

  /** An owner may say that it beats once a year: others wait for it no longer than for hours. */
  @Test
  void anOwnerIsDeadWhenOthersTakeItForDead() {
    store.owners().beat(Planted.KILLED, Fixtures.APP, Duration.ofDays(365), Vitals.NONE);
    clock.advance(Duration.ofHours(4));
    assertThat(asked.get("/api/v1/now").json().at("/owners/0/sign").asText()).isEqualTo("alive");
    clock.advance(Duration.ofHours(1));
    assertThat(asked.get("/api/v1/now").json().at("/owners/0/sign").asText()).isEqualTo("silent");
  }

  /** Now and the page of a transaction use the same words. */
  @Test
  void thePageOfATransactionSaysTheSame() {
    Planted.pending(store, "pay-7");
    clock.advance(Duration.ofMillis(6_500));

    JsonNode stuck = asked.get("/api/v1/now").json().at("/stuck/0");
    JsonNode unfinished = asked.get("/api/v1/transaction?id=pay-7").json().path("unfinished");

    assertThat(unfinished.path("why")).containsExactly(stuck.path("why"));
    assertThat(unfinished.path("recovery")).isEqualTo(stuck.path("recovery"));
    assertThat(unfinished.path("unchangedFor")).isEqualTo(stuck.path("unmodifiedFor"));
  }

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
