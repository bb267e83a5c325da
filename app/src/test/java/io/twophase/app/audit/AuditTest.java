package io.twophase.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AuditTest {

  @Test
  void saysHowLongInTheWordsOfTheCommandLine() {
    assertThat(Audit.Stuck.text(Duration.ofMillis(90_061_001))).isEqualTo("25h1m1s");
    assertThat(Audit.Stuck.text(Duration.ofMillis(7))).isEqualTo("0s");
  }
}
