package io.twophase.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class AuditTest {

  @Test
  void saysHowLongInTheWordsOfTheCommandLine() {
    assertThat(Audit.Stuck.text(Duration.ofMillis(90_061_001))).isEqualTo("25h1m1s");
    assertThat(Audit.Stuck.text(Duration.ofMillis(7))).isEqualTo("0s");
  }

  @Test
  void anAuthorizationIsStuckOnceItIsOverdueForSoLong() {
    SettableClock clock = new SettableClock(Instant.EPOCH);
    InMemoryStore store = Books.open(InMemoryStore.create(clock), 100, 0);
    try (TwoPhase host = TwoPhase.over(store).build()) {
      AuthorizationTerms day = new AuthorizationTerms(Duration.ofDays(1));
      assertThat(host.authorizations().authorize(Books.request("t", 50), day).isAuthorized())
          .isTrue();
    }
    Audit audit = new Audit(store, Duration.ofHours(1));
    clock.advance(Duration.ofHours(25).minusMillis(1));
    assertThat(audit.run().findings()).isEmpty();
    clock.advance(Duration.ofMillis(1));

    assertThat(audit.run().findings())
        .extracting(Finding::detail)
        .containsExactly("authorized, unmodified for 25h");
    assertThat(new Audit(store, ChronoUnit.FOREVER.getDuration()).run().findings()).isEmpty();
  }
}
