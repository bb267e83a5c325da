package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.screen.AuditScreen.Audits;
import io.twophase.domain.testing.Fixtures;
import io.twophase.test.clock.SettableClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AuditsTest {

  private final Audits audits =
      new Audits(
          watch -> {
            throw new StackOverflowError();
          },
          new SettableClock(Fixtures.NOW));

  @Test
  void anAuditThatBreaksOffIsNotUnderWayForEver() {
    assertThat(audits.start("me")).isTrue();

    Awaitility.await().dontCatchUncaughtExceptions().until(() -> audits.seen().running().isEmpty());

    assertThat(audits.seen().last().orElseThrow().result().getLeft()).startsWith("it broke off");
    assertThat(audits.start("me")).isTrue();
  }
}
